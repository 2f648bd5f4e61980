package dev.leat.examples.shop;

/** Something to sell. */
public record Product(long id, String name, int cents) {}
