import { node, web } from './mutant.ts'
import type { Mutant } from './mutant.ts'
import { CONTRACT_MUTANTS } from './mutants-of-contract.ts'
import { BODY_MUTANTS } from './mutants-of-bodies.ts'
import { EDITING_MUTANTS } from './mutants-of-editing.ts'
import { FUNCTION_MUTANTS } from './mutants-of-functions.ts'
import { GUARDING_MUTANTS } from './mutants-of-guarding.ts'
import { IDENTITY_MUTANTS } from './mutants-of-identity.ts'
import { JOB_MUTANTS } from './mutants-of-jobs.ts'
import { LEVEL_MUTANTS } from './mutants-of-levels.ts'
import { SCHEDULE_MUTANTS } from './mutants-of-schedules.ts'
import { STORE_MUTANTS } from './mutants-of-store.ts'
import { REACH_MUTANTS } from './mutants-of-reach.ts'
import { WAY_OUT_MUTANTS } from './mutants-of-ways-out.ts'
import { WIRE_MUTANTS } from './mutants-of-wire.ts'

export const MUTANTS: readonly Mutant[] = [
  {
    rule: 'S9.05: the server of a uId is (uId mod platform base) div server base',
    file: 'packages/game-id/src/parse-u-id.ts',
    from: '(value % platform) / server',
    to: 'value / server',
    test: node('packages/game-id/src/parse-u-id.test.ts', 'splits'),
  },
  {
    rule: 'S6.05: a scope covers whole path segments',
    file: 'packages/contract-kit/src/scope-path.ts',
    from: 'path.startsWith(`${prefix}/`)',
    to: 'path.startsWith(prefix)',
    test: web('packages/web-calls/src/permission/can.test.tsx', 'a grant on'),
  },
  {
    rule: 'S1.01: what is missing below a foreign place looks like what is foreign',
    file: 'packages/server-kit/src/guard/resolve-place.ts',
    from: 'if (!resolution.places.some(isHeld)) throw new AppError(coreErrors.scope_forbidden)',
    to: 'if (!resolution.places.some(isHeld)) throw new AppError(resolution.missing)',
    test: node('packages/server-kit/test/guard.test.ts', 'scope comes from the target'),
  },
  {
    rule: 'S4.03: five failures close an account, not six',
    file: 'features/session/server/sign-in/login-throttle.ts',
    from: 'const MOST_PER_ACCOUNT = 5',
    to: 'const MOST_PER_ACCOUNT = 6',
    test: node(
      'features/session/server/sign-in/login.test.ts',
      '[T26] parallel guesses: five failures an account',
    ),
  },
  {
    rule: 'audit: each row is hashed with the one before it',
    file: 'features/audit/server/chain-row.ts',
    from: '      prev_hash: row.prev_hash,\n',
    to: '',
    test: node(
      'features/audit/server/audit.test.ts',
      '[T25] a forged row is found even when the next row is bent',
    ),
  },
  {
    rule: 'S7.15: an idempotency key is bound to its body',
    file: 'sandbox/src/http/idempotency.ts',
    from: 'if (stored.bodyHash === bodyHash) return replayedAnswer(stored)',
    to: 'if (stored.bodyHash !== null) return replayedAnswer(stored)',
    test: node(
      'sandbox/src/http/contract-handler.test.ts',
      '[contract-once] answers 409 for the same key with another body',
    ),
  },
  {
    rule: 'store: a write that throws leaves nothing behind in the shared commit',
    file: 'packages/store/src/sqlite/sqlite-writer.ts',
    from: "connection.command('rollback to qd')",
    to: 'void connection.isInTransaction',
    test: node('packages/store/test/write.test.ts', '[store.write] leaves nothing of a function that throws'),
  },
  {
    rule: 'S7.22: a frame with a wrong marker is refused',
    file: 'packages/game-frame/src/header-reader.ts',
    from: 'value !== field.constant)\n        return',
    to: 'value === -1)\n        return',
    test: node('packages/game-frame/src/frame.test.ts', 'refuses'),
  },
  {
    rule: 'S3.11: an enter hash opens once',
    file: 'packages/game-contract/src/signing/enter-hash.ts',
    from: 'if (!nonces.remember(`enter.${nonce}`, nowMs))',
    to: 'if (!nonces.remember(`enter.${nonce}.${nonces.size}`, nowMs))',
    test: node('packages/game-contract/src/signing/signing.test.ts', 'is accepted once within a minute'),
  },
  {
    rule: "S3.09: an answer's signature covers its body",
    file: 'packages/game-contract/src/signing/sign-response.ts',
    from: '[String(status), sha256Hex(body), nonce]',
    to: '[String(status), nonce]',
    test: node(
      'packages/game-contract/src/signing/signing.test.ts',
      '[G1001] proves status, body and the nonce it answers',
    ),
  },
  {
    rule: 'S5.03: the rules of a new password are asked in their order',
    file: 'features/session/server/passwords/change-password.ts',
    from: "if (password === oldPassword) throw new AppError(sessionErrors.password_same, { field: 'password' })",
    to: 'deps.policy.checkGuessable(password, password)',
    test: node('features/session/server/accounts/account.test.ts', '[S5.03][T28] minimum'),
  },
  {
    rule: 'S4.05: 401 ends the session except on the login page',
    file: 'packages/web-calls/src/api/call.ts',
    from: 'if (status === 401 && !isOnLoginPage() &&',
    to: 'if (status === 403 && !isOnLoginPage() &&',
    test: web('packages/web-calls/src/api/call.test.tsx', '401 session_expired clears the storage'),
  },
  {
    rule: 'S4.10: the uId history holds each uId once',
    file: 'features/scope/web/uid/uid-history.ts',
    from: 'history.filter((used) => !isSame(used, player))',
    to: 'history.filter(() => true)',
    test: web('features/scope/web/uid/uid-address.test.ts', 'has who was found last first, once'),
  },
  {
    rule: 'S9.01: a clock answer is half a round trip old',
    file: 'features/scope/web/clock/server-clock.ts',
    from: '(receivedAtMs - sentAtMs) / 2',
    to: '(receivedAtMs - sentAtMs)',
    test: web('features/scope/web/clock/server-clock.test.tsx', 'the answer is half a round trip old'),
  },
  {
    rule: 'S1.07: without a stored language it is cn',
    file: 'packages/i18n/src/languages.ts',
    from: 'return isLanguage(value) ? value : DEFAULT_LANGUAGE',
    to: "return isLanguage(value) ? value : 'en'",
    test: node('features/session/server/accounts/account.test.ts', '[S5.03][T28] minimum'),
  },
  {
    rule: 'S7.01: two different tokens in one request are refused',
    file: 'packages/server-kit/src/guard/read-token.ts',
    from: 'own !== undefined && standard !== undefined && own !== standard',
    to: 'own !== undefined && standard === undefined && own !== own.trim()',
    test: node('packages/server-kit/test/guard.test.ts', 'token and Authorization'),
  },
  {
    rule: 'risk R3 in production asks for reason and the typed name',
    file: 'packages/server-kit/src/guard/default-gate.ts',
    from: "(reason.trim() === '' || confirm !== targetName)",
    to: "reason.trim() === ''",
    test: node('packages/server-kit/test/guard.test.ts', 'R3 in production asks for reason'),
  },
  {
    rule: 'T1: loopback is dialled only where the record allows it',
    file: 'packages/server-kit/src/dialer/check-address.ts',
    from: 'if (isWithin(loopback, plain)) return rule.allowLoopback',
    to: 'if (isWithin(loopback, plain)) return true',
    test: node('packages/server-kit/test/dialer.test.ts', 'is refused without the record'),
  },
  {
    rule: 'T13: a document nested too deep is refused',
    file: 'packages/protocol-model/src/values/plain-json.ts',
    from: 'if (depth > limits.maxDepth) return',
    to: 'if (depth > limits.maxDepth * 2) return',
    test: node('packages/protocol-model/src/values/plain-json.test.ts', '[T13] refuses'),
  },
  {
    rule: 'S6.02: a grant of one environment holds nothing in another',
    file: 'features/access/contract/contains-grant.ts',
    from: "outer.environment === '*' || outer.environment === inner.environment",
    to: "outer.environment !== '' || outer.environment === inner.environment",
    test: node('features/access/server/rules/escalation.test.ts', 'a right elsewhere'),
  },
  {
    rule: 'S6.02: who joins people to a group holds what it gives',
    file: 'features/access/server/rules/group-rules.ts',
    from: 'if (held.length > 0) return holdsAll(model, actor, held)',
    to: 'if (held.length > 0) return true',
    test: node('features/access/server/rules/escalation.test.ts', 'whatever an administrator does'),
  },
  {
    rule: 'S6.01: the last administrator who can sign in stays',
    file: 'features/access/server/keep-an-admin.ts',
    from: 'if (active.length === 0) throw',
    to: 'if (holders.length === 0) throw',
    test: node(
      'features/accounts/server/users/people.test.ts',
      'the last super administrator who can sign in stays',
    ),
  },
  {
    rule: 'a token or preview holds no code that both sides do not hold',
    file: 'packages/contract-kit/src/scope-path.ts',
    from: 'left.codes.filter((code) => codeHeld(right, code))',
    to: 'left.codes',
    test: node('packages/contract-kit/src/scope-path.test.ts', 'a right narrowed by another'),
  },
  {
    rule: 'T26: a step of the second factor counts once',
    file: 'features/session/server/second-factor/second-factor.ts',
    from: "where(column, '<', proof.step)",
    to: "where(column, '<=', proof.step)",
    test: node(
      'features/session/server/second-factor/second-factor.test.ts',
      '[T26] a step and a recovery code are taken once',
    ),
  },
  {
    rule: 'T28: an unknown recovery code is a wrong guess',
    file: 'features/session/server/second-factor/second-factor.ts',
    from: 'return row === undefined ? null : { recoveryHash }',
    to: 'return row === undefined ? { recoveryHash } : { recoveryHash }',
    test: node(
      'features/session/server/second-factor/second-factor.test.ts',
      '[T28] a made-up recovery code',
    ),
  },
  {
    rule: 'T28: a new password ends the API tokens',
    file: 'features/session/server/passwords/change-password.ts',
    from: 'await revokeTokens(tx, account.id, ending)',
    to: "await revokeTokens(tx, '', ending)",
    test: node(
      'features/session/server/sessions/own-sessions.test.ts',
      '[T28] a new password, by oneself or by a link',
    ),
  },
  {
    rule: 'S6.02: a preview changes nothing, audited or not',
    file: 'packages/server-kit/src/serve/run-call.ts',
    from: "options.effect !== 'store' && !riskAtLeast(risk, 'R1')",
    to: "!riskAtLeast(risk, 'R1')",
    test: node('apps/server/test/session-kinds.test.ts', 'a preview of everything changes nothing'),
  },
  {
    rule: 'S6.02: the audit shows rows of the caller’s scopes only',
    file: 'features/audit/server/search/entry-filter.ts',
    from: 'if (query.visible !== null) parts.push',
    to: 'if (query.visible?.length === 0) parts.push',
    test: node('features/audit/server/audit-routes.test.ts', 'rows of other scopes leak'),
  },
  {
    rule: 'S6.02: what stands beside an audit row is of the caller’s scopes too',
    file: 'features/audit/server/search/get-entry.ts',
    from: 'filterParts(eb, { ...query, visible }, deps.nowMs())',
    to: 'filterParts(eb, { ...query, visible: visible && null }, deps.nowMs())',
    test: node('features/audit/server/audit-routes.test.ts', 'rows of other scopes leak'),
  },
  {
    rule: 'T22: a stored key is led elsewhere only by who may set keys',
    file: 'features/catalogue/server/records/check-connection.ts',
    from: "stored.hash_key !== '' && (isMoved || isSpokenOtherwise) && !mayEditSecrets",
    to: "stored.hash_key === '' && (isMoved || isSpokenOtherwise) && !mayEditSecrets",
    test: node('features/catalogue/server/administration.test.ts', '[T22] a stored key'),
  },
  {
    rule: 'S2.15: the shortcut page opens nothing of another origin',
    file: 'features/menu/contract/link-address.ts',
    from: 'if (asked.origin !== allowed.origin) return false',
    to: 'if (asked.protocol !== allowed.protocol) return false',
    test: node('features/menu/contract/link-address.test.ts', 'kb.example.org.evil.example/wiki: false'),
  },
  {
    rule: 'S2.15: a menu link leads to a web page or an own page',
    file: 'features/menu/contract/link-address.ts',
    from: "if (scheme !== 'https' && scheme !== 'http') return 'scheme'",
    to: "if (scheme === 'javascript') return 'scheme'",
    test: node('features/menu/contract/link-address.test.ts', '"data:text/html'),
  },
  {
    rule: 'store.lease: who was overtaken writes nothing',
    file: 'packages/store/src/lease/lease-statements.ts',
    from: "'update lease set fence = fence where name = ? and holder = ? and fence = ? returning fence'",
    to: "'update lease set fence = fence where name = ? and holder <> ? and fence >= ? returning fence'",
    test: node(
      'packages/store/test/lease.test.ts',
      '[store.lease] the writes of a holder that was overtaken',
    ),
  },
  {
    rule: 'T9: a cell that begins with @ is text',
    file: 'packages/csv/src/guard.ts',
    from: String.raw`FORMULA = /^[=+\-@\t`,
    to: String.raw`FORMULA = /^[=+\-\t`,
    test: node('packages/csv/src/csv.test.ts', '@import is written as'),
  },
  ...BODY_MUTANTS,
  ...EDITING_MUTANTS,
  ...FUNCTION_MUTANTS,
  ...GUARDING_MUTANTS,
  ...IDENTITY_MUTANTS,
  ...JOB_MUTANTS,
  ...SCHEDULE_MUTANTS,
  ...CONTRACT_MUTANTS,
  ...LEVEL_MUTANTS,
  ...STORE_MUTANTS,
  ...REACH_MUTANTS,
  ...WAY_OUT_MUTANTS,
  ...WIRE_MUTANTS,
]
