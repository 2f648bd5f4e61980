package dev.leat.engine.doctor;

import dev.leat.engine.shard.Placement;
import dev.leat.engine.subscription.SubscriptionRow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Whether what the store says about subscriptions holds together. */
final class SubscriptionExam {
    private final Findings findings;
    private final int shards;

    SubscriptionExam(Findings findings, int shards) {
        this.findings = findings;
        this.shards = shards;
    }

    /** Every subscription is where its id places it and has its id alone; every link has a subscription. */
    void stored(Inventory inventory) {
        Map<String, Long> byId = new HashMap<>();
        for (SubscriptionRow.OfSubscription subscription : inventory.subscriptions.values()) {
            placed(subscription);
            Long twin = byId.put(subscription.id().value(), subscription.number());
            if (twin != null) {
                problem("there are two subscriptions " + subscription.id(), "one of them, which cannot be found");
            }
        }
        Set<Long> told = new HashSet<>();
        for (SubscriptionRow.OfLink link : inventory.links) {
            if (!inventory.subscriptions.containsKey(link.number()) && told.add(link.number())) {
                problem(
                        "the store has links of subscription " + link.number() + ", which it does not have",
                        "no subscription that can be found");
            }
        }
    }

    private void placed(SubscriptionRow.OfSubscription subscription) {
        int right = Placement.shard(subscription.id().tag(), shards);
        if (subscription.shard() != right) {
            problem(
                    "subscription " + subscription.id() + " is in shard " + subscription.shard() + ", but belongs into "
                            + right,
                    "the subscription: it cannot be found");
        }
    }

    private void problem(String what, String affected) {
        findings.problem(what, affected, Findings.RESTORE);
    }
}
