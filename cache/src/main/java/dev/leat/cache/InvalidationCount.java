package dev.leat.cache;

import java.util.concurrent.atomic.AtomicLong;

/** Number of invalidations of one name. It only ever grows. */
final class InvalidationCount extends AtomicLong {}
