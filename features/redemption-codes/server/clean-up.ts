import { CONFIRMABLE_FOR_MS } from '@qd/game-contract/open'
import type { SystemSchedule } from '@qd/server-kit'
import type { CodeTables } from './code-tables.ts'
import type { UseCaseDeps } from './codes-deps.ts'
import { STRIKES_KEPT_MS } from './rules/count-guess.ts'

/** Wrong codes that count for nothing any more; a reservation nobody confirms in time needs no clean-up, its time decides. */
export function codeClean({ store, nowMs }: UseCaseDeps): SystemSchedule {
  return {
    name: 'redemption-codes.guesses',
    title: 'redemption-codes.guesses',
    rule: { kind: 'daily', at: '04:10' },
    async run() {
      const before = nowMs() - Math.min(STRIKES_KEPT_MS, CONFIRMABLE_FOR_MS)
      await store
        .as<CodeTables>()
        .write((tx) =>
          tx
            .deleteFrom('code_guess')
            .where('blocked_until', '<', before)
            .where('since', '<', before)
            .execute(),
        )
    },
  }
}
