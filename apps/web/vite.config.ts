import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env['QD_DEV_SERVER'] ?? 'http://127.0.0.1:8600'
/** Paths the QD server answers; everything else in development is Vite's. */
const SERVER_PATHS = ['/api', '/adjust', '/platform', '/partner', '/line', '/docs', '/healthz', '/readyz']

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  // Workers share chunks with the pages, and load some of them late.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // An inlined asset would be a data: address, which the content security policy refuses for fonts.
    assetsInlineLimit: 0,
    manifest: true,
    chunkSizeWarningLimit: 900,
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      ...Object.fromEntries(SERVER_PATHS.map((path) => [path, { target: server }])),
      '/live': { target: server, ws: true },
    },
  },
})
