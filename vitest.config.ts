import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Small files that take long. Where no earlier run says so, the largest files begin: one of these would run last, alone. */
const LONG = [
  'apps/server/test/bad-input.test.ts',
  'apps/server/test/authorization-matrix.test.ts',
  'apps/server/test/nodes.test.ts',
  'e2e/journeys/accessibility.test.ts',
]

/** Files that take long come first in their project, so that all processors are busy to the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((file) => moduleId.endsWith(`/${file}`))
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    return [...byProject.values()].flatMap((each) => [
      ...each.filter(isLong),
      ...each.filter((file) => !isLong(file)),
    ])
  }
}

/** What takes minutes or needs much from outside: `npm run test:long`, one file after the other. */
const LONG_TESTS = '**/*.long.test.ts'

/** Programs that tests start compile what they share once; each would take a second for it. */
const COMPILED = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compile') }

/** How long `expect.poll` waits: by itself a second, which a busy machine may need for anything at all. */
const PATIENT = { poll: { timeout: 30_000 } }

/** What runs on Node, the screens that run in jsdom, and the journeys through a real browser. */
export default defineConfig({
  test: {
    // By itself Vitest leaves one processor free: on two that is half the machine.
    maxWorkers: '100%',
    // The long run tries whether one file leans on what another left.
    sequence: process.env.QD_TEST_RUN === 'long' ? { shuffle: { files: true } } : { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          env: COMPILED,
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
            'bench/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', 'packages/web-*/**', LONG_TESTS],
          setupFiles: ['./packages/contract-kit/testing/watch-doors.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: PATIENT,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          setupFiles: [
            './packages/contract-kit/testing/watch-doors.ts',
            './packages/web-testing/src/setup.ts',
          ],
          // The colour tests read the real values; all other styles are left out.
          css: { include: [/tokens\.css/] },
          testTimeout: 60_000,
          expect: PATIENT,
          // Files share the libraries and the window; `setup.ts` gives each its own of everything that is ours.
          isolate: false,
          include: [
            'packages/web-*/**/*.test.{ts,tsx}',
            'features/*/web/**/*.test.{ts,tsx}',
            'apps/web/**/*.test.{ts,tsx}',
          ],
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          env: COMPILED,
          // As above: each world is a console of its own, and the program of it is read once.
          isolate: false,
          include: ['e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**', LONG_TESTS],
          setupFiles: ['./packages/contract-kit/testing/watch-doors.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: PATIENT,
        },
      },
      {
        test: {
          name: 'long',
          environment: 'node',
          env: COMPILED,
          include: [LONG_TESTS],
          fileParallelism: false,
          setupFiles: ['./packages/contract-kit/testing/watch-doors.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 600_000,
          expect: PATIENT,
        },
      },
    ],
  },
})
