package dev.leat.spring;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheEvictOperation;
import org.springframework.cache.interceptor.CacheOperationInvocationContext;
import org.springframework.cache.interceptor.SimpleCacheResolver;

/** Gives each call of a cached method its caches, with the tags that {@link CacheTags} name. */
public final class TaggingCacheResolver extends SimpleCacheResolver {

    private final TagExpressions expressions;

    public TaggingCacheResolver(CacheManager caches, BeanFactory beans) {
        super(caches);
        expressions = new TagExpressions(beans);
    }

    @Override
    public Collection<? extends Cache> resolveCaches(CacheOperationInvocationContext<?> call) {
        Collection<? extends Cache> caches = super.resolveCaches(call);
        if (call.getOperation() instanceof CacheEvictOperation) {
            return caches;
        }
        CallTags tags = expressions.of(call);
        List<Cache> tagged = new ArrayList<>(caches.size());
        for (Cache cache : caches) {
            tagged.add(cache instanceof CallCache ours ? ours.with(tags) : cache);
        }
        return tagged;
    }
}
