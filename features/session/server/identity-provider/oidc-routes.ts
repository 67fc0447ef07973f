import { AppError } from '@qd/contract-kit'
import { serve } from '@qd/server-kit'
import type { CallContext, ServedRoute } from '@qd/server-kit'
import * as contract from '../../contract/index.ts'
import { isTokenShaped, newToken } from '../tokens/opaque-token.ts'
import {
  TRANSACTION_MS,
  finishOidcSignIn,
  noteRefusedReturn,
  returnFromProvider,
  startOidcSignIn,
} from './oidc-sign-in.ts'
import type { OidcDesk } from './oidc-sign-in.ts'
import { stepUpWays } from '../step-up/step-up.ts'
import { signInSourceOf } from '../sign-in/open-session.ts'

const COOKIE = 'qd_sign_in'

/** What the page has words for. */
const KNOWN_FAULTS = ['oidc_unknown_user', 'oidc_name_refused', 'oidc_expired', 'step_up_other_account']

/** What binds a sign-in to the browser it began in; it opens nothing by itself. */
function browserOf({ request }: CallContext): string {
  const parts = (request.headers.cookie ?? '').split(';').map((part) => part.trim())
  const value = parts.find((part) => part.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? ''
  return isTokenShaped(value) ? value : ''
}

function setCookie(ctx: CallContext, publicUrl: string, value: string, maxAgeSeconds: number): void {
  const { protocol, pathname } = new URL(publicUrl)
  const path = `${pathname.replace(/\/$/, '')}/api/auth/oidc`
  const secure = protocol === 'https:' ? '; Secure' : ''
  const cookie = `${COOKIE}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
  void ctx.reply.header('set-cookie', cookie)
}

async function answerCallback(desk: OidcDesk, ctx: CallContext): Promise<void> {
  const { request, reply } = ctx
  const at = request.url.indexOf('?')
  const query = at === -1 ? '' : request.url.slice(at)
  const source = signInSourceOf(ctx, desk.settings.publicUrl)
  const home = desk.settings.publicUrl.replace(/\/$/, '')
  // The fragment stays in the browser: no log, no referrer sees the code.
  const leave = (hash: string) =>
    reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`${home}/#${hash}`, 302)
  let faultPage = '/login'
  const onStepUp = () => {
    faultPage = '/stepped-up'
  }
  try {
    const back = await returnFromProvider(desk, { query, browser: browserOf(ctx), onStepUp }, source)
    if (back === null) return void (await leave('/stepped-up'))
    const { code, redirect } = back
    await leave(
      `/signed-in?${new URLSearchParams({ code, ...(redirect === '' ? {} : { redirect }) }).toString()}`,
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    request.log.info({ code: error.def.code, reason: String(error.cause ?? '') }, 'sign-in refused')
    await noteRefusedReturn(desk, error, source)
    const isKnown = KNOWN_FAULTS.includes(error.def.code)
    await leave(`${faultPage}?fault=${isKnown ? error.def.code : 'oidc_failed'}`)
  }
}

/** Sign-in through an identity provider; without one the calls say so. */
export function oidcRoutes(desk: OidcDesk | null): ServedRoute[] {
  const open = (): OidcDesk => {
    if (desk === null) throw new AppError(contract.sessionErrors.oidc_off)
    return desk
  }
  return [
    serve(contract.getSignInWays, () => ({
      oidc: desk === null ? null : { label: desk.settings.label },
    })),
    serve(contract.startOidc, async ({ body }, ctx) => {
      const { settings } = open()
      const browser = browserOf(ctx) || newToken()
      const started = await startOidcSignIn(open(), { ...body, browser, address: ctx.address })
      setCookie(ctx, settings.publicUrl, browser, TRANSACTION_MS / 1_000)
      return started
    }),
    serve(contract.startStepUpOidc, {
      effect: 'store',
      async handle({ body }, ctx) {
        const desk = open()
        const { userId, sessionId } = ctx.caller
        if (!(await stepUpWays(desk.deps, userId)).includes('provider')) {
          throw new AppError(contract.sessionErrors.step_up_impossible)
        }
        const browser = browserOf(ctx) || newToken()
        const stepUp = { sessionId, action: body.action }
        const started = await startOidcSignIn(desk, { browser, address: ctx.address, stepUp })
        setCookie(ctx, desk.settings.publicUrl, browser, TRANSACTION_MS / 1_000)
        return started
      },
    }),
    serve(contract.oidcCallback, (_input, ctx) => answerCallback(open(), ctx)),
    serve(contract.finishOidc, async ({ body }, ctx) => {
      const given = { code: body.code, browser: browserOf(ctx) }
      const reply = await finishOidcSignIn(open(), given, signInSourceOf(ctx, open().settings.publicUrl))
      setCookie(ctx, open().settings.publicUrl, '', 0)
      return reply
    }),
  ]
}
