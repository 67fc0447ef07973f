import { AppError, effectsOf } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { notificationErrors } from '@qd/notifications/contract'
import { objectKey, recordFacts } from '@qd/server-kit'
import { sessionErrors } from '@qd/session/contract'
import type { CallContext } from '@qd/server-kit'
import type { OneTimeLinkView, userInvite } from '../../contract/index.ts'
import type { AccountsDeps, LinkMail } from '../accounts-deps.ts'

type Invitation = RouteInput<typeof userInvite>['body']
type Invited = RouteReplyGiven<typeof userInvite>

/** A mail server answers within this, or the link is shown without. */
const MAIL_MS = 30_000

/** The mail with the link. It is kept nowhere: who has it has the account. */
async function mailLink(
  mail: LinkMail,
  to: string,
  { link, name }: { link: OneTimeLinkView; name: string },
  ctx: CallContext,
): Promise<Invited['mail']> {
  const address = mail.addressOf(link.path)
  const until = new Date(link.expiresAt).toISOString().slice(0, 16).replace('T', ' ')
  const text = ctx.text('accounts.invitationText', { name, address, until })
  const subject = ctx.text('accounts.invitationTitle')
  // The account is there: a browser that is closed meanwhile must not cost its owner the mail.
  const isSent = await mail.send({ to, subject, text }, AbortSignal.timeout(MAIL_MS))
  return isSent ? 'sent' : 'failed'
}

/** Said before anybody is asked to approve it, or proves that it is them; the write refuses it as well. */
async function refuseTaken(accounts: AccountsDeps['accounts'], username: string): Promise<void> {
  const { list } = await accounts.list({ search: username, page: 1, pageSize: 100 })
  const lower = username.toLowerCase()
  if (list.every((each) => each.username.toLowerCase() !== lower)) return
  throw new AppError(sessionErrors.username_taken, { field: 'username', params: { username } })
}

/**
 * Makes an account with its first rights and gives the link by which its owner sets their password. A mail that cannot be
 * sent takes nothing back: the link is shown all the same.
 */
export async function inviteUser(
  { accounts, rights, mail }: AccountsDeps,
  { grants, groupIds, email, ...user }: Invitation,
  ctx: CallContext,
): Promise<Invited> {
  if (email !== undefined && mail === null) {
    throw new AppError(notificationErrors.mail_off, { field: 'email' })
  }
  await refuseTaken(accounts, user.username)
  const link = await rights.administer(ctx, async ({ commit, firstRights }) => {
    const first = firstRights({ grants, groupIds })
    const after = { ...user, ...(email === undefined ? {} : { email }), ...first.words }
    ctx.changed(null, after)
    const hasRights = grants.length + groupIds.length > 0
    await ctx.approve(
      recordFacts({
        title: { key: 'accounts.inviteTitle', params: { name: user.username } },
        object: objectKey('username', user.username),
        label: { key: 'accounts.inviteBase' },
        fields: 'accounts.field',
        version: 0,
        before: null,
        after,
        // An account without rights gives nobody anything.
        risk: hasRights ? 'R3' : 'R1',
        ...(hasRights ? { place: { environment: 'production' } } : {}),
        rows: grants.length + groupIds.length,
        effects: effectsOf(hasRights && 'rights'),
      }),
    )
    return accounts.invite(commit, user, first.write)
  })
  if (email === undefined || mail === null) return { ...link, mail: 'off' }
  return { ...link, mail: await mailLink(mail, email, { link, name: user.name }, ctx) }
}
