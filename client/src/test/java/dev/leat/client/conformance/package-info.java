/** A program that the client conformance suite of Durable Streams can be pointed at: commands come in line by line, results go out. */
package dev.leat.client.conformance;
