/** What networks and servers do to clients: slow, cut, overloaded, killed. */
package dev.leat.client.fault;
