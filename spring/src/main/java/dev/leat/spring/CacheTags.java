package dev.leat.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Beside {@code @Cacheable}: what the value is made from, as SpEL. An invalidation of one of these, on any node, invalidates
 * the value.
 *
 * <pre>{@code
 * @Cacheable("users")
 * @CacheTags({"entity('user', #id)", "entity('team', #result.team)"})
 * public User find(long id) { … }
 * }</pre>
 *
 * <p>An expression gives an {@link dev.leat.outbox.Intent}, a text, which is a tag, or a collection of those.
 * {@code entity(kind, id)}, {@code collection(name)} and {@code tag(text)} make intents; arguments and beans are named as in
 * {@code @Cacheable}. One that names {@code #result} is evaluated after the method, unless that returned null; all others before it.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface CacheTags {

    String[] value();
}
