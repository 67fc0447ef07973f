import { AppError } from '@qd/contract-kit'
import { sessionErrors, signInByLink } from '../../contract/index.ts'
import type { LoginReply } from '../../contract/index.ts'
import { foldUsername } from '../accounts/accounts.ts'
import { openSession } from '../sign-in/open-session.ts'
import type { SignInSource } from '../sign-in/open-session.ts'
import { replyFor } from '../sessions/user-info.ts'
import { hashToken, isTokenShaped, newToken } from '../tokens/opaque-token.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'

export interface SignInLinkRequest {
  username: string
  /** Where the page goes afterwards. */
  redirect: string
  /** Told once somebody has signed in by it. */
  onUsed?: () => void
}

/** By the hash of their code. Only this process knows them: nothing of them can be read from the database. */
export type SignInLinks = Map<string, Pick<SignInLinkRequest, 'username' | 'onUsed'>>

/** A link that signs in once, without a password; for who started this process and reads its terminal. */
export function makeSignInLink({ signInLinks }: UseCaseDeps, asked: SignInLinkRequest): string {
  const code = newToken()
  signInLinks.set(hashToken(code), asked)
  return `/#/signed-in?${new URLSearchParams({ link: code, redirect: asked.redirect }).toString()}`
}

const closed = () => new AppError(sessionErrors.sign_in_link_closed)

/** Opens the session behind such a link; of parallel calls one gets it. */
export async function finishSignInLink(
  deps: UseCaseDeps,
  code: string,
  source: SignInSource,
): Promise<LoginReply> {
  const codeHash = isTokenShaped(code) ? hashToken(code) : ''
  const link = deps.signInLinks.get(codeHash)
  if (link === undefined) throw closed()
  deps.signInLinks.delete(codeHash)
  try {
    const opened = await openLinked(deps, link.username, source)
    link.onUsed?.()
    return opened
  } catch (error) {
    // Whoever was refused for a full disk opens it again later.
    deps.signInLinks.set(codeHash, link)
    throw error
  }
}

async function openLinked(deps: UseCaseDeps, username: string, source: SignInSource): Promise<LoginReply> {
  const account = await deps.store.read
    .selectFrom('user_account')
    .select(['id', 'username', 'must_use_second_factor'])
    .where('username_lower', '=', foldUsername(username))
    .where('disabled', '=', 0)
    .executeTakeFirst()
  if (account === undefined) throw closed()
  const take = async () => undefined
  return replyFor(deps, await openSession(deps, { account, source, action: signInByLink.title, take }))
}
