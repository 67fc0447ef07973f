import {
  editUser,
  grantApproval,
  heldGrant,
  inviteUser,
  readUsers,
  rightsSource,
  roleCode,
  roleGrant,
  shownName,
} from '@qd/access/contract'
import { defineRoute, schemas, z } from '@qd/contract-kit'
import { username } from '@qd/session/contract'

const id = z.string().check(z.minLength(1), z.maxLength(64))

export const accountState = z.enum(['active', 'disabled', 'invited'])
export type AccountState = z.infer<typeof accountState>

export const linkState = z.enum(['open', 'void', 'none'])

export const userView = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  department: z.string(),
  state: accountState,
  hasSecondFactor: z.boolean(),
  mustUseSecondFactor: z.boolean(),
  isExternal: z.boolean(),
  /** Void: the rights changed after the link was made, which so leads in no more. */
  link: linkState,
  createdAt: z.number(),
  lastLoginAt: z.nullable(z.number()),
  /** An account of the caller's own: this one, or another one of the same person. */
  isSelf: z.boolean(),
  /** Whether the caller holds all that this user holds, and may so change the account. */
  mayEdit: z.boolean(),
  /** Own grants, as far as they reach into what the caller may see. */
  grants: z.array(heldGrant),
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type UserView = z.infer<typeof userView>

/** Each handler narrows by what its caller holds; a grant below one game is enough to ask. */
const admin = { method: 'POST', level: 0, scopeRule: 'reach' } as const
const edits = { ...admin, permission: editUser, risk: 'R2' } as const
const oneUser = z.object({ userId: id })
const subject = ({ body }: { body: { userId: string } }) => body.userId
/** A one-time link; the path holds the code, is shown once and is in no log. */
const oneTimeLink = z.object({ userId: z.string(), path: z.string(), expiresAt: z.number() })
export type OneTimeLinkView = z.infer<typeof oneTimeLink>
/** Whether the link went out by mail too; `off`: that was not asked for. */
export const linkMail = z.enum(['off', 'sent', 'failed'])

export const userList = defineRoute({
  ...admin,
  path: '/platform/user/list',
  title: 'access.userList',
  permission: readUsers,
  risk: 'R0',
  body: z.object({
    search: z.optional(z.string().check(z.maxLength(100))),
    state: z.optional(accountState),
    role: z.optional(roleCode),
    groupId: z.optional(id),
    page: z.int().check(z.gte(1), z.lte(100_000)),
    pageSize: z.int().check(z.gte(1), z.lte(200)),
  }),
  reply: z.object({ list: z.array(userView), total: z.int() }),
})

export const userDetail = defineRoute({
  ...admin,
  path: '/platform/user/detail',
  title: 'access.userDetail',
  permission: readUsers,
  risk: 'R0',
  body: oneUser,
  reply: z.object({
    ...userView.shape,
    sources: z.array(rightsSource),
    /** Other accounts of the same person, as far as the caller may see them. */
    sameAs: z.array(z.object({ id: z.string(), username: z.string(), name: z.string() })),
  }),
})

/** Whether this console can send invitations by mail: it has a mail server and knows its own address. */
export const userInviteWays = defineRoute({
  ...admin,
  path: '/platform/user/invite/ways',
  title: 'access.userInviteWays',
  permission: inviteUser,
  risk: 'R0',
  body: z.object({}),
  reply: z.object({ mail: z.boolean() }),
})

export const userInvite = defineRoute({
  ...admin,
  path: '/platform/user/invite',
  title: 'access.userInvite',
  approval: grantApproval,
  permission: inviteUser,
  risk: 'R2',
  // The new account could prove what the session that made it cannot.
  stepUp: 'always',
  subject: ({ body }) => body.username,
  body: z.object({
    username,
    name: shownName,
    department: z.string().check(z.trim(), z.maxLength(64)),
    mustUseSecondFactor: z.boolean(),
    grants: z.array(roleGrant).check(z.maxLength(50)),
    groupIds: z.array(id).check(z.maxLength(50)),
    /** Where the link is sent besides. */
    email: z.optional(z.string().check(z.trim(), z.maxLength(200), z.email())),
  }),
  reply: z.extend(oneTimeLink, { mail: linkMail }),
})

export const userUpdate = defineRoute({
  ...edits,
  path: '/platform/user/update',
  title: 'access.userUpdate',
  subject,
  body: z.object({
    userId: id,
    name: shownName,
    department: z.string().check(z.trim(), z.maxLength(64)),
    mustUseSecondFactor: z.boolean(),
  }),
  reply: schemas.nothing,
})

export const userDisable = defineRoute({
  ...edits,
  path: '/platform/user/disable',
  title: 'access.userDisable',
  subject,
  body: z.object({ userId: id, isDisabled: z.boolean() }),
  reply: schemas.nothing,
})

/** A new invitation, or a link to set a new password, which ends all sessions. The link opens the account, so it is made with a proof. */
export const userLink = defineRoute({
  ...edits,
  path: '/platform/user/link',
  title: 'access.userLink',
  stepUp: 'always',
  subject,
  body: oneUser,
  reply: oneTimeLink,
})

export const userDropSecondFactor = defineRoute({
  ...edits,
  path: '/platform/user/secondFactor/drop',
  title: 'access.userDropSecondFactor',
  stepUp: 'always',
  subject,
  body: oneUser,
  reply: schemas.nothing,
})

export const userEndSessions = defineRoute({
  ...edits,
  path: '/platform/user/sessions/end',
  title: 'access.userEndSessions',
  subject,
  body: oneUser,
  reply: schemas.nothing,
})

/** One person has both accounts, and all that were tied to either: what refuses the same person then counts them as one. */
export const userTie = defineRoute({
  ...edits,
  path: '/platform/user/person/tie',
  title: 'access.userTie',
  stepUp: 'always',
  subject,
  body: z.object({ userId: id, otherId: id }),
  reply: schemas.nothing,
})

/** The account is of a person of its own again. */
export const userUntie = defineRoute({
  ...edits,
  path: '/platform/user/person/untie',
  title: 'access.userUntie',
  stepUp: 'always',
  subject,
  body: oneUser,
  reply: schemas.nothing,
})
