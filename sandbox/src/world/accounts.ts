import type { WorldEnvironment } from './world-environment.ts'

/** A role held below a scope path (`lantern/harbour/harbour-dev`, `*` for everything) in one environment or all. */
export interface WorldGrant {
  role: WorldRole
  scope: string
  environment: WorldEnvironment | '*'
}

export type WorldRole = 'admin' | 'operator' | 'developer' | 'reviewer' | 'reader'

export interface WorldAccount {
  username: string
  name: string
  department: string
  /** Role names as the session shows them; ROLE_ADMIN passes every check (S6.01). */
  roles: readonly string[]
  grants: readonly WorldGrant[]
  /** The seed of a second factor that the account has, as authenticator apps take it. */
  totpSecret?: string
}

function grants(role: WorldRole, scopes: readonly string[]): WorldGrant[] {
  return scopes.map((scope) => ({ role, scope, environment: '*' }))
}

/** Known to everybody, like the password: what an approver proves themselves with in the sandbox. */
export const REVIEWER_TOTP_SECRET = 'SANDBOXREVIEWERTOTPSEED234567ABC'

const DEV_AND_NORTHWIND = ['lantern/harbour/harbour-dev', 'lantern/northwind']
const DEV_AND_TEST = ['lantern/harbour/harbour-dev', 'lantern/northwind/northwind-test']

/** The five accounts of the sandbox; what each role may do is decided by the console. */
export const ACCOUNTS: readonly WorldAccount[] = [
  {
    username: 'admin',
    name: '林汐',
    department: '平台',
    roles: ['ROLE_ADMIN', 'admin'],
    grants: grants('admin', ['*']),
  },
  {
    username: 'operator',
    name: '周帆',
    department: '运营',
    roles: ['operator'],
    grants: grants('operator', DEV_AND_NORTHWIND),
  },
  {
    username: 'developer',
    name: '程礁',
    department: '研发',
    roles: ['developer'],
    grants: [...grants('operator', DEV_AND_TEST), ...grants('developer', DEV_AND_TEST)],
  },
  {
    username: 'reviewer',
    name: '沈岸',
    department: '质控',
    roles: ['reviewer'],
    grants: grants('reviewer', ['*']),
    totpSecret: REVIEWER_TOTP_SECRET,
  },
  {
    username: 'reader',
    name: '何湾',
    department: '客服',
    roles: ['reader'],
    grants: grants('reader', ['lantern/northwind/northwind-test']),
  },
]
