package dev.leat.outbox.spi;

import java.time.Duration;

/**
 * Counters of what this process has done on a route since it started.
 *
 * @param fenced rows that were settled too late: another worker had them by then
 * @param leaseLost rows whose worker, here or elsewhere, let its lease run out, and which this process made ready again
 * @param wokenHere how often a commit of this process said that there are rows
 * @param polled how often a worker looked without having been told
 * @param handOffs how often the sink was called, and how long it took in all
 */
public record RouteCounters(
        long done,
        long retried,
        long dead,
        long released,
        long fenced,
        long leaseLost,
        long wokenHere,
        long wokenByNotify,
        long polled,
        long handOffs,
        Duration handOffTime) {}
