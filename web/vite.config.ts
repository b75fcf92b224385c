// How the page is built. In development the API is taken from a server that runs beside it.
import { defineConfig } from "vitest/config";

export default defineConfig({
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
