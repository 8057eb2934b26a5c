import { readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** The licence of the letters asks to go where they go. */
const licenceOfLetters: Plugin = {
  name: "licence-of-letters",
  generateBundle() {
    const source = readFileSync("node_modules/@fontsource-variable/inter/LICENSE", "utf8");
    this.emitFile({ type: "asset", fileName: "assets/inter-license.txt", source });
  },
};

/** The pieces that a browser begins with; whatever they import comes with them. */
const FIRST = /\/src\/(?:main|canvases\/(?:graph\/GraphCanvas|table\/TableCanvas))\.tsx$/;

interface Modules {
  readonly getModuleInfo: (id: string) => { readonly importers: readonly string[] } | null;
}

function isFirst(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (FIRST.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return modules.getModuleInfo(id)?.importers.some((importer) => isFirst(importer, modules, seen)) ?? false;
}

// The server sends these files from memory under its own Content-Security-Policy: no inline script, nothing from elsewhere.
export default defineConfig({
  plugins: [react(), licenceOfLetters],
  base: "/",
  build: {
    outDir: "../src/graphwright/server/web",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    // What three pieces or more share goes into one file: many small ones compress badly and are fetched one by one. What
    // only those share that come later stays out of it, or a browser would begin with it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              debugName: "shared",
              name: (id, modules) => (isFirst(id, modules) ? "shared" : null),
              test: /web\/src\//,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
  worker: { format: "es" },
  server: { proxy: { "/api": "http://127.0.0.1:8426", "/ws": { target: "ws://127.0.0.1:8426", ws: true } } },
  // Files of tests share what they import: to load it again for each of them took more than half of the time.
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    environment: "node",
    isolate: false,
    setupFiles: ["tests/afterwards.ts"],
  },
});
