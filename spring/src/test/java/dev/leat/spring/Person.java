package dev.leat.spring;

public record Person(long id, String name, String team) {}
