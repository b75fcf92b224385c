// How the page is built. In development the API is taken from a server that runs beside it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Puts a packed copy beside every text that was built, for the server to send. */
function packed(): Plugin {
  let folder = "dist";
  return {
    name: "packed",
    apply: "build",
    configResolved: (config) => void (folder = resolve(config.root, config.build.outDir)),
    closeBundle() {
      for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (/\.(js|css|html|svg|json)$/.test(file)) {
          const place = join(folder, file);
          writeFileSync(`${place}.gz`, gzipSync(readFileSync(place), { level: 9 }));
        }
      }
    },
  };
}

export default defineConfig({
  plugins: [packed()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    // Styles and pictures must come from files: the page's content security policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/api": {
        target: process.env["TABULA_SERVER"] ?? "http://127.0.0.1:8080",
        changeOrigin: true,
        // The server refuses foreign origins, and the page in development is one.
        configure: (proxy) => proxy.on("proxyReq", (request) => request.removeHeader("origin")),
      },
    },
  },
  test: { include: ["src/**/*.test.ts"] },
});
