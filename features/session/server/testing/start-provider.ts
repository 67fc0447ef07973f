import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export interface ProviderPerson {
  sub: string
  preferred_username: string
  name: string
  /** Absent: the provider leaves the claim out. */
  groups?: string[]
}

const SCOPES = 'openid profile'

function signingKey(): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' }
}

/** A real identity provider on a free port, which signs in whoever `person` is at that moment. */
export async function startProvider(redirectUri: string) {
  /** `loginTs`: when they gave their credentials, in seconds; absent: now. */
  const present: { person: ProviderPerson; loginTs?: number } = {
    person: { sub: 's-1', preferred_username: 'mei', name: '梅', groups: [] },
  }
  const known = new Map<string, ProviderPerson>()
  // The provider needs to know its own port, which is free only once the server listens.
  const served: { provider?: Provider } = {}
  const server = createServer((request, response) => {
    const { provider } = served
    if (request.url?.startsWith('/interaction/')) {
      known.set(present.person.sub, present.person)
      const { person, loginTs } = present
      const result = { login: { accountId: person.sub, ...(loginTs === undefined ? {} : { ts: loginTs }) } }
      provider?.interactionFinished(request, response, result).catch(() => response.destroy())
    } else void provider?.callback()(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'console',
        client_secret: 'a secret of the test',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'groups'] },
    cookies: { keys: ['only for this test'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ ...known.get(accountId), sub: accountId }),
    }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    jwks: { keys: [signingKey()] },
    pkce: { required: () => true },
    ttl: { Session: 1, Grant: 60, Interaction: 60, AccessToken: 60, IdToken: 60 },
    async loadExistingGrant(context: {
      oidc: { client: { clientId: string }; session: { accountId: string } }
    }) {
      const { client, session } = context.oidc
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope(SCOPES)
      await grant.save()
      return grant
    },
  })
  served.provider = provider
  return {
    issuer,
    present,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
