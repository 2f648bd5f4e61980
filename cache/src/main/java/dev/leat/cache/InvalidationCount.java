package dev.leat.cache;

import java.util.concurrent.atomic.AtomicLong;

/** How often something was invalidated. It only ever grows. */
final class InvalidationCount extends AtomicLong {}
