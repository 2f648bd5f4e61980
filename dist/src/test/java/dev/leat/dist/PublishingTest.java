package dev.leat.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** What can be told of a release from the poms alone; .ci/release-check makes one and looks at the artifacts. */
class PublishingTest {
    private static final Path ROOT = Path.of("..");

    @Test
    void everyLibraryIsDescribed() throws Exception {
        for (String module : modules()) {
            Element pom = pom(ROOT.resolve(module));

            assertThat(text(pom, "name")).as(module).isNotEmpty();
            assertThat(text(pom, "description")).as(module).isNotEmpty();
        }
    }

    @Test
    void whatALibraryInheritsIsThere() throws Exception {
        for (Path described : List.of(ROOT, ROOT.resolve("bom"))) {
            Element pom = pom(described);

            for (String name : List.of("name", "description", "url", "licenses", "developers", "scm")) {
                assertThat(text(pom, name)).as("%s of %s", name, described).isNotEmpty();
            }
        }
    }

    @Test
    void theBomHasEveryLibraryAndNothingElse() throws Exception {
        Set<String> published = new TreeSet<>();
        for (String module : modules()) {
            Element pom = pom(ROOT.resolve(module));
            if (!module.equals("bom") && !isForTheBuildAlone(pom)) {
                published.add(text(pom, "artifactId"));
            }
        }
        Element managed = child(child(pom(ROOT.resolve("bom")), "dependencyManagement"), "dependencies");

        assertThat(children(managed).map(dependency -> text(dependency, "artifactId")))
                .containsExactlyInAnyOrderElementsOf(published);
    }

    @Test
    void theBomHasTheSameVersion() throws Exception {
        assertThat(text(pom(ROOT.resolve("bom")), "version")).isEqualTo(text(pom(ROOT), "version"));
    }

    private static boolean isForTheBuildAlone(Element pom) {
        return children(pom)
                .filter(element -> element.getTagName().equals("properties"))
                .anyMatch(properties -> text(properties, "maven.deploy.skip").equals("true"));
    }

    private static List<String> modules() throws IOException {
        return children(child(pom(ROOT), "modules")).map(Node::getTextContent).toList();
    }

    private static Element pom(Path directory) throws IOException {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(directory.resolve("pom.xml").toFile())
                    .getDocumentElement();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(e);
        }
    }

    private static String text(Element element, String name) {
        return children(element)
                .filter(child -> child.getTagName().equals(name))
                .map(child -> child.getTextContent().strip())
                .findFirst()
                .orElse("");
    }

    private static Element child(Element element, String name) {
        return children(element)
                .filter(child -> child.getTagName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<Element> children(Element element) {
        NodeList nodes = element.getChildNodes();
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(Element.class::isInstance)
                .map(Element.class::cast);
    }
}
