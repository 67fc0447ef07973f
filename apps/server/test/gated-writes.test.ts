import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { afterAll, beforeAll } from 'vitest'
import { startTestConsole } from '../testing/index.ts'
import type { TestConsole } from '../testing/index.ts'

/*
 * The calls that ask for an approval, as they are declared, and a look at the sources for another way to the same write:
 * what writes it either asks by itself, or stands in a list here with the reason.
 */

const root = join(import.meta.dirname, '../../..')

let running: TestConsole
beforeAll(async () => {
  running = await startTestConsole()
})
afterAll(() => running.dispose())

test('all gated calls, by their kind of request', async () => {
  const routes = running.features.flatMap((feature) => feature.routes.map(({ route }) => route))
  const gated = routes.flatMap((route) =>
    route.approval === undefined ? [] : [`${route.approval.type}: ${route.method} ${route.path}`],
  )
  await expect(`${gated.toSorted().join('\n')}\n`).toMatchFileSnapshot('kept-names/gated.txt')
})

/** What writes something that is approved, as it reads in the sources. */
const WRITES: Record<string, RegExp> = {
  'starts a job over players': /\.jobs\.start\(/,
  'makes an entry that runs functions': /schedules\.create\(/,
  'sends an edit of a player': /\brunEdit\(call\b/,
  'runs a function': /\brunOnce\(/,
  'gives or takes rights':
    /\bwriteGrantChange\(|insertInto\('(user_role|group_role|role_permission|user_group_member)'\)/,
  'writes a line or a server': /(insertInto|updateTable|deleteFrom)\('(line|game_server)'\)/,
}

/** Files that write and do not ask, each with why nobody gets past an approval by it. */
const WITHOUT: Record<string, string> = {
  'access/server/asking/own-rights.ts': 'people give back what they hold themselves, and nothing else',
  'access/server/assign-roles.ts':
    'first rights at a set-up, an identity provider or in a sandbox: no call of people',
  'access/server/built-in-roles.ts': 'roles of the program at its start',
  'access/server/change-grants.ts': 'writes for callers that are looked at here',
  'access/server/create-access.ts': 'groups of a sandbox',
  'access/server/groups/sync-external-groups.ts': 'groups of the identity provider, which decides on them',
  'access/server/users/first-rights.ts':
    'of an invitation, which asks in accounts/server/users/invite-user.ts',
  'bots/server/run/start-bots.ts': 'bots play as clients and change nothing by the console',
  'catalogue/server/exchange/apply-import.ts': 'of an import, which asks in import-catalogue.ts',
  'catalogue/server/records/order-places.ts': 'only in what order places are listed',
  'catalogue/server/seed-catalogue.ts': 'the world of a sandbox at its start',
  'custom-function/server/run/run-once.ts': 'runs for callers that are looked at here',
  'data-edit/server/edits-port.ts': 'edits of functions, which ask before they run',
  'mail/server/send/retry.ts': 'only to players of a mail that was approved, whom it did not reach',
  'redemption-codes/server/generate/start-making.ts':
    'of a release, which asks in release-batch.ts, and of what it made in part and nobody vetoed',
  'redis/server/jobs/serve-key-jobs.ts': 'keys of Redis, guarded by its connection and its own confirmation',
  'redis/server/transfer/serve-transfer.ts':
    'keys of Redis, guarded by its connection and its own confirmation',
}

test('no second way to the same write', () => {
  const found = new Map<string, string[]>()
  for (const file of globSync('features/*/server/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|\/testing\/|migrations?\.ts$/.test(file)) continue
    const text = readFileSync(join(root, file), 'utf8')
    const does = Object.entries(WRITES).flatMap(([what, pattern]) => (pattern.test(text) ? [what] : []))
    if (does.length > 0 && !text.includes('ctx.approve(')) found.set(file.replace('features/', ''), does)
  }
  expect([...found.keys()].toSorted()).toEqual(Object.keys(WITHOUT).toSorted())
})
