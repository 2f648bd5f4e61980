package dev.leat.spring;

import dev.leat.outbox.Intent;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.cache.interceptor.CacheOperationInvocationContext;
import org.springframework.context.expression.AnnotatedElementKey;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.CachedExpressionEvaluator;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.expression.EvaluationContext;

/** Parser and evaluator of {@link CacheTags}. */
final class TagExpressions extends CachedExpressionEvaluator {

    private static final String RESULT = "result";

    private final BeanFactory beans;
    private final Map<ExpressionKey, org.springframework.expression.Expression> parsed = new ConcurrentHashMap<>();
    private final Map<AnnotatedElementKey, Texts> texts = new ConcurrentHashMap<>();

    TagExpressions(BeanFactory beans) {
        this.beans = beans;
    }

    /** The expressions of a method: those to evaluate before it, and those after it. */
    private record Texts(List<String> known, List<String> found) {

        static Texts of(Method method) {
            CacheTags tags = AnnotatedElementUtils.findMergedAnnotation(method, CacheTags.class);
            List<String> all = tags == null ? List.of() : Arrays.asList(tags.value());
            return new Texts(
                    all.stream().filter(text -> !text.contains("#" + RESULT)).toList(),
                    all.stream().filter(text -> text.contains("#" + RESULT)).toList());
        }
    }

    CallTags of(CacheOperationInvocationContext<?> call) {
        Class<?> type = AopProxyUtils.ultimateTargetClass(call.getTarget());
        Method method = AopUtils.getMostSpecificMethod(call.getMethod(), type);
        AnnotatedElementKey key = new AnnotatedElementKey(method, type);
        Texts found = texts.computeIfAbsent(key, unused -> Texts.of(method));
        return found.known().isEmpty() && found.found().isEmpty()
                ? CallTags.NONE
                : new Evaluated(this, key, found, method, call.getArgs());
    }

    private List<Intent> evaluate(AnnotatedElementKey key, List<String> expressions, EvaluationContext context) {
        List<Intent> intents = new ArrayList<>();
        for (String text : expressions) {
            add(intents, getExpression(parsed, key, text).getValue(context), text);
        }
        return intents;
    }

    private static void add(List<Intent> intents, @Nullable Object value, String text) {
        if (value instanceof Intent intent) {
            intents.add(intent);
        } else if (value instanceof CharSequence tag) {
            intents.add(Intent.tag(tag.toString()));
        } else if (value instanceof Collection<?> many) {
            many.forEach(one -> add(intents, one, text));
        } else {
            throw new IllegalStateException(
                    "@CacheTags: " + text + " gives " + value + ", which is no tag and no Intent");
        }
    }

    private record Evaluated(
            TagExpressions expressions,
            AnnotatedElementKey key,
            Texts texts,
            Method method,
            @Nullable Object[] arguments)
            implements CallTags {

        @Override
        public List<Intent> known() {
            return texts.known().isEmpty() ? List.of() : expressions.evaluate(key, texts.known(), context());
        }

        @Override
        public List<Intent> found(Object value) {
            if (texts.found().isEmpty()) {
                return List.of();
            }
            EvaluationContext context = context();
            context.setVariable(RESULT, value);
            return expressions.evaluate(key, texts.found(), context);
        }

        private EvaluationContext context() {
            MethodBasedEvaluationContext context = new MethodBasedEvaluationContext(
                    Root.INSTANCE, method, arguments, expressions.getParameterNameDiscoverer());
            context.setBeanResolver(new BeanFactoryResolver(expressions.beans));
            return context;
        }
    }

    /** What expressions can call. */
    public static final class Root {

        static final Root INSTANCE = new Root();

        private Root() {}

        public Intent entity(String kind, Object id) {
            return Intent.entity(kind, id.toString());
        }

        public Intent collection(String name) {
            return Intent.collection(name);
        }

        public Intent tag(String text) {
            return Intent.tag(text);
        }
    }
}
