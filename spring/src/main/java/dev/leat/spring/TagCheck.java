package dev.leat.spring;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.cache.annotation.AnnotationCacheOperationSource;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.CacheEvictOperation;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Looks at the start for methods with {@link CacheTags} whose caches come from elsewhere than the {@link TaggingCacheResolver}. Their values
 * would be kept without tags, and served after what they were made from was invalidated.
 */
final class TagCheck implements SmartInitializingSingleton {

    private static final Logger LOG = LoggerFactory.getLogger(TagCheck.class);

    private final ListableBeanFactory beans;
    private final TaggingCacheResolver resolver;
    private final AnnotationCacheOperationSource operations = new AnnotationCacheOperationSource(false);

    TagCheck(ListableBeanFactory beans, TaggingCacheResolver resolver) {
        this.beans = beans;
        this.resolver = resolver;
    }

    @Override
    public void afterSingletonsInstantiated() {
        for (Method method : unread()) {
            LOG.warn(
                    "@CacheTags of {} are not read, because its caches do not come from the bean TaggingCacheResolver: what these tags"
                            + " invalidate is served all the same",
                    method);
        }
    }

    List<Method> unread() {
        boolean usual = beans.getBeansOfType(CacheAspectSupport.class, false, false).values().stream()
                .allMatch(aspect -> aspect.getCacheResolver() == resolver);
        List<Method> unread = new ArrayList<>();
        for (String name : beans.getBeanDefinitionNames()) {
            Class<?> type = beans.getType(name, false);
            if (type != null && AnnotationUtils.isCandidateClass(type, CacheTags.class)) {
                unread.addAll(unread(ClassUtils.getUserClass(type), usual));
            }
        }
        return unread;
    }

    private Set<Method> unread(Class<?> type, boolean usual) {
        return MethodIntrospector.selectMethods(type, (Method method) -> {
            Collection<CacheOperation> found = AnnotatedElementUtils.hasAnnotation(method, CacheTags.class)
                    ? operations.getCacheOperations(method, type)
                    : null;
            return found != null && found.stream().anyMatch(operation -> isElsewhere(operation, usual));
        });
    }

    private boolean isElsewhere(CacheOperation operation, boolean usual) {
        if (operation instanceof CacheEvictOperation) {
            return false;
        }
        if (StringUtils.hasText(operation.getCacheResolver())) {
            return !beans.isTypeMatch(operation.getCacheResolver(), TaggingCacheResolver.class);
        }
        return StringUtils.hasText(operation.getCacheManager()) || !usual;
    }
}
