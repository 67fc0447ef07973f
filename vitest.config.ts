import { defineConfig } from 'vitest/config'

/** Two projects: everything that runs on Node, and the screens that run in jsdom. */
export default defineConfig({
  test: {
    // By itself Vitest leaves one processor free: on two that is half the machine.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          // Files share a process, and with it what they import and one PostgreSQL; none may leave anything behind.
          isolate: false,
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'features/*/contract/**/*.test.ts',
            'features/*/server/**/*.test.ts',
            'adapters/**/*.test.ts',
            'sandbox/**/*.test.ts',
            'apps/server/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', 'packages/web-*/**'],
          setupFiles: ['./packages/contract-kit/testing/watch-doors.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          include: [
            'packages/web-*/**/*.test.{ts,tsx}',
            'features/*/web/**/*.test.{ts,tsx}',
            'apps/web/**/*.test.{ts,tsx}',
          ],
          setupFiles: [
            './packages/contract-kit/testing/watch-doors.ts',
            './packages/web-testing/src/setup.ts',
          ],
          // The colour tests read the real values; all other styles are left out.
          css: { include: [/tokens\.css/] },
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          setupFiles: ['./packages/contract-kit/testing/watch-doors.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
