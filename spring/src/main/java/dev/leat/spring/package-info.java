/** The outbox and the tagged cache in a Spring Boot application. */
@NullMarked
package dev.leat.spring;

import org.jspecify.annotations.NullMarked;
