package dev.leat.outbox.relay;

import dev.leat.outbox.relay.ShardStore.Recorded;
import dev.leat.outbox.relay.ShardStore.Settlement;
import dev.leat.outbox.spi.Batch;
import dev.leat.outbox.spi.BatchStamp;
import dev.leat.outbox.spi.ProducerForgottenException;
import dev.leat.outbox.spi.RefusedException;
import dev.leat.outbox.spi.Row;
import java.sql.Connection;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Delivery to a target that numbers what it gets: a batch is taken as a whole or not at all, and is repeated until that is known. */
final class IdempotentDelivery implements BatchDelivery {

    private final RelayRoute route;
    private final String producer;

    IdempotentDelivery(RelayRoute route, int shard) {
        this.route = route;
        this.producer = "ob/" + route.namespace() + "/" + route.name() + "/" + shard;
    }

    @Override
    public Answer give(Recorded batch, BooleanSupplier stopping) {
        long start = System.nanoTime();
        try {
            route.sink().handOff(new Numbered(batch, stopping));
            return new Answer.Settled(Settlement.done(batch.rows()));
        } catch (RefusedException e) {
            return new Answer.Refused(e.row(), e);
        } catch (ProducerForgottenException e) {
            return new Answer.Forgotten(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer.Unknown(e);
        } catch (Throwable e) {
            return new Answer.Unknown(e);
        } finally {
            route.counters().handOffs.increment();
            route.counters().handOffNanos.add(System.nanoTime() - start);
        }
    }

    @Override
    public boolean repeats() {
        return true;
    }

    @Override
    public Settlement inherit(Recorded batch) {
        return Settlement.NOTHING;
    }

    private final class Numbered implements Batch {

        private final Recorded batch;
        private final BooleanSupplier stopping;

        Numbered(Recorded batch, BooleanSupplier stopping) {
            this.batch = batch;
            this.stopping = stopping;
        }

        @Override
        public List<Row> rows() {
            return batch.rows();
        }

        @Override
        public BatchStamp stamp() {
            return new BatchStamp(producer, batch.epoch(), batch.number());
        }

        @Override
        public void fail(Row row, Throwable error) {
            throw new IllegalStateException("a numbered batch has one answer for all its rows");
        }

        @Override
        public void release(Row row) {
            throw new IllegalStateException("a numbered batch has one answer for all its rows");
        }

        @Override
        public boolean isReady(Row row) {
            return true;
        }

        @Override
        public boolean stopping() {
            return stopping.getAsBoolean();
        }

        @Override
        public Connection connection() {
            throw new IllegalStateException("route " + route.name() + " is not in locked mode");
        }
    }
}
