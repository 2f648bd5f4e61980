/** Runs what others wrote for the protocol against the packaged server: the conformance suite, a client, a browser. */
package dev.leat.cli.conformance;
