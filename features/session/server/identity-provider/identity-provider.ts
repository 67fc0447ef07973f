import type { Dialer, Networks } from '@qd/game-contract/adapter'
import type * as oidc from 'openid-client'

/** How the identity provider is reached; all of it comes from the environment. */
export interface OidcSettings {
  issuer: string
  clientId: string
  /** Absent: a public client, which PKCE alone protects. */
  clientSecret?: string
  scopes: string
  /** Claim with the names of groups; absent: groups are administered here. */
  groupsClaim?: string
  /** What the button says after "sign in with". */
  label: string
  /** Where people reach this console; the address the provider sends them back to is below it. */
  publicUrl: string
  /** Makes an account for whoever the provider knows; else an invitation links one. */
  createsUsers: boolean
  /**
   * The issuer is named in the environment, and a company's own one often stands in its own network. One on this very
   * machine, for tests and the sandbox, also needs no TLS.
   */
  networks: Networks
}

/** Who the provider says has signed in. */
export interface ExternalPerson {
  issuer: string
  subject: string
  username: string
  name: string
  /** null: groups are administered here. */
  groups: string[] | null
  /** When they last gave the provider their credentials, ms UTC; null: it does not say. */
  authenticatedAt: number | null
}

export interface AuthorizationAsked {
  state: string
  nonce: string
  verifier: string
  /** The provider asks for the credentials however lately it has, and says when it did. */
  asksAgain?: boolean
}

export interface IdentityProvider {
  authorizationAddress(asked: AuthorizationAsked): Promise<string>
  /** Trades what the provider sent back; `query` is the callback's, with its leading question mark. */
  personBehind(query: string, asked: AuthorizationAsked): Promise<ExternalPerson>
}

const DISCOVERY_MS = 3_600_000
const ANSWER_MS = 10_000
const MOST_BYTES = 1_048_576
const MOST_GROUPS = 200

/** The library's requests through the one guarded way out. */
function fetchBy(dialer: Pick<Dialer, 'fetch'>, networks: Networks): oidc.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const bytes = body === undefined || body === null ? undefined : await new Response(body).bytes()
    const answer = await dialer.fetch(url, {
      method: method as 'GET' | 'POST',
      headers,
      timeoutMs: ANSWER_MS,
      maxBytes: MOST_BYTES,
      networks,
      ...(bytes === undefined ? {} : { body: bytes }),
      ...(signal === undefined ? {} : { signal }),
    })
    const given = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    )
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: given })
  }
}

/** Loaded at the first sign-in that needs it: most consoles have no provider. */
const loadClient = () => import('openid-client')

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** Providers leave the claim out of the tokens of who is in no group: they are in none here either. */
function groupsIn(value: unknown): string[] {
  const names = (Array.isArray(value) ? value : [value]).map(textOf)
  return [...new Set(names.filter((name) => name !== '' && name.length <= 200))].slice(0, MOST_GROUPS)
}

/** Where the provider sends the browser back to; from the settings only, never from a request's Host. */
export function callbackAddress({ publicUrl }: Pick<OidcSettings, 'publicUrl'>): string {
  return `${publicUrl.replace(/\/$/, '')}/api/auth/oidc/callback`
}

/** OpenID Connect: authorization code with PKCE, state and nonce; the ID token's signature is checked as well. */
export function createIdentityProvider(
  settings: OidcSettings,
  dialer: Pick<Dialer, 'fetch'>,
  nowMs: () => number,
): IdentityProvider {
  const { clientId, clientSecret, scopes, groupsClaim, networks } = settings
  let known: { atMs: number; config: Promise<oidc.Configuration> } | null = null

  async function discover(): Promise<oidc.Configuration> {
    const oidc = await loadClient()
    const steps = [
      oidc.enableNonRepudiationChecks,
      ...(networks.allowLoopback ? [oidc.allowInsecureRequests] : []),
    ]
    const auth = clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret)
    const options = { [oidc.customFetch]: fetchBy(dialer, networks), execute: steps }
    return oidc.discovery(new URL(settings.issuer), clientId, undefined, auth, options)
  }

  function configuration(): Promise<oidc.Configuration> {
    const ageMs = known === null ? Number.POSITIVE_INFINITY : nowMs() - known.atMs
    if (known !== null && ageMs >= 0 && ageMs < DISCOVERY_MS) return known.config
    const entry = { atMs: nowMs(), config: discover() }
    known = entry
    // What failed is tried again by the next sign-in.
    entry.config.catch(() => {
      if (known === entry) known = null
    })
    return entry.config
  }

  return {
    async authorizationAddress({ state, nonce, verifier, asksAgain = false }) {
      const [oidc, config] = await Promise.all([loadClient(), configuration()])
      return oidc.buildAuthorizationUrl(config, {
        redirect_uri: callbackAddress(settings),
        scope: scopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // With `max_age` the claim `auth_time` has to be there.
        ...(asksAgain ? { prompt: 'login', max_age: '0' } : {}),
      }).href
    },
    async personBehind(query, { state, nonce, verifier }) {
      const [oidc, config] = await Promise.all([loadClient(), configuration()])
      const tokens = await oidc.authorizationCodeGrant(
        config,
        new URL(`${callbackAddress(settings)}${query}`),
        { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
      )
      const idClaims = tokens.claims()!
      const hasEndpoint = config.serverMetadata().userinfo_endpoint !== undefined
      const more = hasEndpoint ? await oidc.fetchUserInfo(config, tokens.access_token, idClaims.sub) : {}
      const claims: Record<string, unknown> = { ...more, ...idClaims }
      return {
        issuer: idClaims.iss,
        subject: idClaims.sub,
        username: textOf(claims['preferred_username']),
        name: textOf(claims['name']),
        authenticatedAt: idClaims.auth_time === undefined ? null : idClaims.auth_time * 1_000,
        groups: groupsClaim === undefined ? null : groupsIn(claims[groupsClaim]),
      }
    },
  }
}
