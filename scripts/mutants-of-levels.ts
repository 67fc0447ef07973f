import { node, web } from './mutant.ts'
import type { Mutant } from './mutant.ts'

export const LEVEL_MUTANTS: readonly Mutant[] = [
  {
    rule: 'S5.01: what is missing first is said first',
    file: 'packages/web-kit/src/scope/missing-level.ts',
    from: 'NEEDED.find((needed)',
    to: 'NEEDED.findLast((needed)',
    test: web('apps/web/shell/page-levels.test.tsx', '[S5.01]'),
  },
  {
    rule: 'S5.01: what is not selected yet is no missing permission',
    file: 'packages/web-kit/src/scope/use-action.ts',
    from: 'const isShallow = missingLevel(call.level, selection as Selection) !== null',
    to: 'const isShallow = false',
    test: web('features/players/web/add-player.test.tsx', '[S5.04] [S5.01]'),
  },
  {
    rule: 'S6.02: a right in one environment is none for what names no place',
    file: 'packages/contract-kit/src/may-call.ts',
    from: "const forAll = grants.filter(({ environment }) => environment === '*')",
    to: 'const forAll = grants',
    test: node('packages/server-kit/test/whole-console.test.ts', 'a call about no place in particular'),
  },
  {
    rule: 'S6.02: a call that asks for a second right is refused without it',
    file: 'packages/contract-kit/src/may-call.ts',
    from: '[callKey(call), ...(call.also ?? []).map(permissionKey)]',
    to: '[callKey(call)]',
    test: node(
      'features/data-edit/server/bulk/bulk-routes.test.ts',
      'bulk edits of another line are not told',
    ),
  },
  {
    rule: 'S4.10: only who was found enters the history',
    file: 'features/scope/web/uid/use-player-in-address.ts',
    from: '    rememberUId(uId)\n',
    to: "    rememberUId(uId)\n    useUIdHistory.getState().use({ uId, name: '' })\n",
    test: web('features/scope/web/uid/uid-box.test.tsx', '[S4.10] offers who was found'),
  },
  {
    rule: 'risk: a call weighs in production what its route declares there',
    file: 'packages/contract-kit/src/confirmation.ts',
    from: "return environment === 'production' ? higherRisk(route.risk, route.riskInProduction ?? 'R0') : route.risk",
    to: 'return environment === undefined ? higherRisk(route.risk, route.riskInProduction ?? route.risk) : route.risk',
    test: node('packages/server-kit/test/guard.test.ts', 'a GET that weighs R3 in production'),
  },
  {
    rule: 'risk: a route that may be asked for a reason has room for it',
    file: 'packages/server-kit/src/app/check-declarations.ts',
    from: 'const missing = asked.find((field) => !Object.hasOwn(shape, field))',
    to: "const missing = asked.find((field) => field === '' && !Object.hasOwn(shape, field))",
    test: node('packages/server-kit/test/guard.test.ts', 'which its body does not take'),
  },
  {
    rule: 'confirm: where a change leads passes the gate too',
    file: 'packages/server-kit/src/serve/live-call.ts',
    from: '    return this.gate(target)',
    to: '    return Promise.resolve(void target)',
    test: node('packages/server-kit/test/gate.test.ts', 'where a change leads passes the same gate'),
  },
  {
    rule: 'confirm: the gate is told the parsed input',
    file: 'packages/server-kit/src/serve/run-call.ts',
    from: '    input,\n    reason: givenText',
    to: '    input: call.request.body,\n    reason: givenText',
    test: node('packages/server-kit/test/gate.test.ts', 'where a change leads passes the same gate'),
  },
  {
    rule: 'confirm: a name that is refused twice is a failure',
    file: 'packages/web-kit/src/confirmation/send-confirmed.ts',
    from: 'expected === null || confirmation.given?.confirm === expected',
    to: 'expected === null || confirmation.given?.reason === expected',
    test: web('packages/web-kit/src/confirmation/send-confirmed.test.tsx', 'refused again is a failure'),
  },
  {
    rule: 'confirm: a cancelled reason is forgotten',
    file: 'packages/web-kit/src/confirmation/send-confirmed.ts',
    from: '    reasons.delete(key)\n',
    to: '    reasons.delete(route.title)\n',
    test: web(
      'packages/web-kit/src/confirmation/send-confirmed.test.tsx',
      'a reason that was cancelled is no reason',
    ),
  },
]
