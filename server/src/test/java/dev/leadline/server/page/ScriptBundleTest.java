package dev.leadline.server.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ScriptBundleTest {

  @Test
  void modules_areWrittenOnceAndBeforeThoseThatUseThem() {
    String script =
        bundle(
            Map.of(
                "main.js", "import {a} from './a.js';\nimport {b} from './b.js';\na(b);\n",
                "a.js", "import {b} from './b.js';\nexport function a() {}\n",
                "b.js", "export const b = 1;\nconst hidden = 2;\n"));
    assertThat(script)
        .isEqualTo(
            """
            'use strict';
            const module0 = (() => {
            const b = 1;
            const hidden = 2;
            return {b};
            })();
            const module1 = (() => {
            const {b} = module0;
            function a() {}
            return {a};
            })();
            const module2 = (() => {
            const {a} = module1;
            const {b} = module0;
            a(b);
            return {};
            })();
            """);
  }

  @Test
  void circle_isRefused() {
    Map<String, String> files =
        Map.of("main.js", "import {a} from './a.js';\n", "a.js", "import {b} from './main.js';\n");
    assertThatThrownBy(() -> bundle(files)).hasMessageContaining("main.js again after");
  }

  @Test
  void otherFormsOfImport_areRefused() {
    assertThatThrownBy(() -> bundle(Map.of("main.js", "import * as a from './a.js';\n")))
        .hasMessageContaining("import * as a");
    assertThatThrownBy(() -> bundle(Map.of("main.js", "export default 3;\n")))
        .hasMessageContaining("export default 3");
  }

  private static String bundle(Map<String, String> files) {
    return ScriptBundle.of("main.js", files::get);
  }
}
