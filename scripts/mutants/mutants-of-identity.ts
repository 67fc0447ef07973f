import { node } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const DEVICES = 'features/session/server/devices/known-devices.test.ts'
const NAMES = 'features/session/server/accounts/new-name.test.ts'
const LOOKS = 'packages/look-alikes/src/look-alikes.test.ts'

export const IDENTITY_MUTANTS: readonly Mutant[] = [
  {
    rule: 'T4: a connection that carries another token is not answered as its first one',
    file: 'features/session/server/sessions/session-cache.ts',
    from: 'if (last?.token === token) return last',
    to: 'if (last !== undefined) return last',
    test: node('features/session/server/sessions/sessions.test.ts', '[T4] a connection is nobody'),
  },
  {
    rule: 'T26: a known device has five failures, not six',
    file: 'features/session/server/sign-in/login-throttle.ts',
    from: 'const MOST_PER_DEVICE = 5',
    to: 'const MOST_PER_DEVICE = 6',
    test: node(DEVICES, '[T26] a device has five failures of its own'),
  },
  {
    rule: 'T26: what strangers used up does not count at a known device',
    file: 'features/session/server/sign-in/log-in.ts',
    from: 'return await deps.throttle.attempt(deviceSubject(deviceId))',
    to: 'return await deps.throttle.attempt(deviceSubject(deviceId), accountSubject(usernameLower))',
    test: node(DEVICES, '[T26] who signed in here before'),
  },
  {
    rule: 'T26: a device is known to the account that signed in there and to no other',
    file: 'features/session/server/devices/known-devices.ts',
    from: "    .where('user_account.username_lower', '=', asked.usernameLower)\n",
    to: '',
    test: node(DEVICES, '[T26] guessed, foreign and broken values'),
  },
  {
    rule: 'T26: half a sign-in makes no known device',
    file: 'features/session/server/sign-in/open-session.ts',
    from: 'const remembered = isPending',
    to: 'const remembered = false',
    test: node(DEVICES, '[T26] half a sign-in makes no known device'),
  },
  {
    rule: 'T28: a link for a new password, disabling and ended sessions end known devices',
    file: 'features/session/server/accounts/create-accounts-port.ts',
    from: 'await forgetDevices(own(tx), userId)',
    to: 'void forgetDevices',
    test: node(DEVICES, '[T28] disabling makes a stranger of the browser'),
  },
  {
    rule: 'S5.03: the old password has six characters too',
    file: 'features/session/server/passwords/change-password.ts',
    from: 'deps.policy.checkOldLength(oldPassword)',
    to: 'void deps.policy.checkOldLength',
    test: node('features/session/server/accounts/account.test.ts', 'minimum 12'),
  },
  {
    rule: 'names: of names that look alike one is made',
    file: 'features/session/server/accounts/new-name.ts',
    from: 'if ((await writeLooks(tx, userId, looks)) === looks.length) return',
    to: 'if ((await writeLooks(tx, userId, looks)) >= 0) return',
    test: node(NAMES, 'of names that look alike and are made at once'),
  },
  {
    rule: 'names: what stands at the ends of a name tells nobody apart',
    file: 'packages/look-alikes/src/skeletons-of.ts',
    from: ".replaceAll(AT_THE_ENDS, '')",
    to: '',
    test: node(LOOKS, 'whatever stands at the ends'),
  },
  {
    rule: 'names: look-alikes of other scripts are mapped',
    file: 'packages/look-alikes/src/skeletons-of.ts',
    from: "[...shown].map(prototypeOf).join('')",
    to: "[...shown].join('')",
    test: node(LOOKS, 'any letter may be the one of another script'),
  },
  {
    rule: 'names: Latin stands beside no script but those of East Asia',
    file: 'packages/look-alikes/src/one-writing-system.ts',
    from: "  'Cyrl',",
    to: "  'Cyrl Latn',",
    test: node(NAMES, 'what is wrong with a name is said'),
  },
]
