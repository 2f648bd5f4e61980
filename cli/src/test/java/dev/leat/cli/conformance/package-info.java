/**
 * Runs what others wrote for the protocol against the packaged server: the conformance suite, a client, a browser. And the client in
 * Java against the server that others wrote.
 */
package dev.leat.cli.conformance;
