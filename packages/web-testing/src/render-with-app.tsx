import { noteDoor } from '@qd/contract-kit/testing'
import type { Language } from '@qd/i18n'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import type { RenderResult } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { UserEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import {
  DEFAULT_SETTINGS,
  PERMISSION_TITLES,
  RESOURCE_TITLES,
  ThemeProvider,
  setServerZone,
  startTexts,
  switchLanguage,
  texts,
  useSession,
  useSettings,
} from '@qd/web-base'
import { createQueryClient, queryClient, useScope } from '@qd/web-calls'
import { DialogHost, PageBlock, ToastHost, setFeatures, useDialogs } from '@qd/web-frame'
import type { SessionUser, TextLoader } from '@qd/web-base'
import type { ScopeState } from '@qd/web-calls'
import type { WebFeature } from '@qd/web-frame'
import { usePageBlock } from '@qd/web-frame'
import { returnToPages } from '@qd/web-calls'
import { useToasts } from '@qd/web-frame'

const FILES = import.meta.glob<{ default: object }>([
  '../../web-base/locales/*.json',
  '../../web-controls/src/fields/locales/*.json',
  '../../web-json/locales/*.json',
  '../../../features/*/web/locales/*.json',
  '../../../apps/web/locales/*.json',
])
const TITLES = import.meta.glob<object>('../../../features/*/contract/locales/*.json', {
  import: 'permissions',
})
const RESOURCES = import.meta.glob<object | undefined>('../../../features/*/contract/locales/*.json', {
  import: 'resources',
})

const OWN_FOLDERS: Readonly<Record<string, string>> = {
  kit: '../../web-base/locales',
  fields: '../../web-controls/src/fields/locales',
  json: '../../web-json/locales',
  shell: '../../../apps/web/locales',
}

/** Finds text files the way apps/web does, in every feature. */
export const loadTestTexts: TextLoader = async (namespace, language) => {
  if (namespace === PERMISSION_TITLES || namespace === RESOURCE_TITLES) {
    const found = namespace === PERMISSION_TITLES ? TITLES : RESOURCES
    const files = Object.entries(found).filter(([path]) => path.endsWith(`/${language}.json`))
    return Object.assign({}, ...(await Promise.all(files.map(([, load]) => load())))) as never
  }
  const folder = OWN_FOLDERS[namespace] ?? `../../../features/${namespace}/web/locales`
  const load = FILES[`${folder}/${language}.json`]
  if (load === undefined) throw new Error(`no texts for ${namespace} in ${language}`)
  return (await load()).default as never
}

/** Every right by its name; no test user holds `*` or a role that passes all checks unless a test is about that. */
const EVERY_RIGHT = Object.values(
  import.meta.glob<Record<string, string>>('../../../features/*/contract/locales/cn.json', {
    import: 'permissions',
    eager: true,
  }),
).flatMap((titles) => Object.keys(titles ?? {}))

/** An ordinary user for tests, with every right by name and everywhere; tests of rights narrow the grants. */
export function testUser(given: Partial<SessionUser> = {}): SessionUser {
  return {
    id: 'u1',
    username: 'lin',
    name: '林夕',
    department: '',
    phone: '',
    sex: '',
    level: 1,
    roles: ['member'],
    permissions: [],
    grants: [{ scope: '*', environment: '*', codes: EVERY_RIGHT }],
    groups: [],
    lastLoginAt: null,
    hasPassword: true,
    hasSecondFactor: false,
    session: { kind: 'full', expiresAt: 0, idleMs: 7_200_000 },
    preview: null,
    ...given,
  }
}

/** The selection most tests work in. */
export const TEST_SCOPE = {
  game: 'lantern',
  partnerCode: 'northwind',
  lineId: 'northwind-test',
  sId: 123,
} satisfies Partial<ScopeState>

export interface AppOptions {
  /** null: nobody is signed in. */
  user?: SessionUser | null
  scope?: Partial<ScopeState>
  language?: Language
  /** First address of the router. */
  path?: string
  features?: readonly WebFeature[]
}

function resetStores(options: AppOptions): void {
  const user = options.user === undefined ? testUser() : options.user
  useSession.setState({ token: user === null ? '' : 'test-token', userInfo: user, signedInAt: 0 })
  useScope.getState().reset()
  useScope.setState(options.scope ?? {})
  useSettings.setState({ ...DEFAULT_SETTINGS, language: options.language ?? 'cn', theme: 'light' })
  setServerZone(null)
  setFeatures(options.features ?? [])
  useToasts.setState({ toasts: [] })
  usePageBlock.setState({ works: 0 })
  returnToPages()
  useDialogs.setState({ dialogs: [], activeTab: '' })
  queryClient.clear()
}

async function startTestTexts(language: Language, namespaces: readonly string[]): Promise<void> {
  if (!texts.isInitialized) await startTexts(loadTestTexts, language, ['kit', ...namespaces])
  else if (texts.language !== language) await switchLanguage(language)
  await texts.loadNamespaces([...namespaces])
}

/** Renders a screen with everything the console puts around it. */
export async function renderWithApp(
  ui: ReactNode,
  options: AppOptions = {},
): Promise<RenderResult & { user: UserEvent }> {
  noteDoor('screen')
  resetStores(options)
  const namespaces = Object.keys(FILES)
    .map((file) => /features\/([^/]+)\/web\/locales\/cn\.json$/.exec(file)?.[1])
    .filter((name) => name !== undefined)
  await startTestTexts(options.language ?? 'cn', [
    'shell',
    'fields',
    'json',
    PERMISSION_TITLES,
    RESOURCE_TITLES,
    ...namespaces,
  ])
  const user = userEvent.setup()
  const result = await act(async () =>
    render(
      <QueryClientProvider client={createQueryClient()}>
        <ThemeProvider>
          <MemoryRouter initialEntries={[options.path ?? '/index']}>
            <Suspense fallback={null}>{ui}</Suspense>
            <DialogHost />
            <ToastHost />
            <PageBlock />
          </MemoryRouter>
        </ThemeProvider>
      </QueryClientProvider>,
    ),
  )
  return { ...result, user }
}
