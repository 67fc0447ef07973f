import type { Language } from '../../packages/i18n/src/index.ts'
import { depthOf } from '../checks/call-depth.ts'
import { routeTest, screenTest } from './call-test-template.ts'
import type { FeatureNames } from './feature-template.ts'
import type { FeatureOptions } from './new-feature-options.ts'

/** What the call of a fresh feature says; the other languages are drafted from these. */
type WrittenLanguage = Extract<Language, 'cn' | 'en'>

interface CallTexts {
  title: string
  ask: string
  answer: string
}

const WORDS: Record<WrittenLanguage, (name: string) => CallTexts> = {
  cn: (name) => ({ title: `${name} 查询`, ask: '查询', answer: '结果：{{answer}}' }),
  en: (name) => ({ title: `Ask about ${name}`, ask: 'Ask', answer: 'Answer: {{answer}}' }),
}

export const heldBy = (roles: readonly string[]) => `[${roles.map((role) => `'${role}'`).join(', ')}]`

/** The declared call with its permission, below what the contract declares anyway. */
export function callContract({ name, camel }: FeatureNames, options: FeatureOptions): string {
  const { level, body, target, about } = depthOf(options)
  return `
const ask = definePermission({
  routerName: '${name}',
  code: 'ask',
  type: 'button',
  heldBy: ${heldBy(options.role === null ? [] : [options.role])},
})

/** What is asked of a ${about}; what changes something is riskier than R0 and says so. */
export const ${camel}Ask = defineRoute({
  method: 'POST',
  path: '/platform/${camel}/ask',
  title: '${name}.ask',
  permission: ask,
  level: ${level},
  risk: 'R0',
  body: z.object({ ${body} }),
  target: ({ body }) => ({ ${target} }),
  reply: z.object({ answer: z.string() }),
})
`
}

function gameVerb({ camel, pascal }: FeatureNames): Record<string, string> {
  return {
    'server/show-answer.ts': `import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteReplyGiven } from '@qd/contract-kit'
import { fromGame } from '@qd/server-kit'
import type { CallContext, ReachPort } from '@qd/server-kit'
import type { ${camel}Ask } from '../contract/index.ts'

/** What the feature needs of the console; apps/server fills it. */
export interface ${pascal}Deps {
  /** The way to the game server of a place. */
  reach: Pick<ReachPort<'time'>, 'reach'>
}

/** Asks the game server; the group \`time\` and its call are the ones to replace. */
export async function showAnswer(
  { reach }: ${pascal}Deps,
  { place, signal }: Pick<CallContext, 'place' | 'signal'>,
): Promise<RouteReplyGiven<typeof ${camel}Ask>> {
  if (place.server === undefined) throw new AppError(coreErrors.server_required, { field: 'sId' })
  const { time, target } = await reach.reach(place.server)
  const { zone } = await fromGame(time.read(target, { signal }))
  return { answer: zone }
}
`,
    'server/testing/fake-game.ts': `import { createStandardAdapter } from '@qd/adapter-standard'
import { plainDialer, startLyingGame } from '@qd/adapter-standard/testing'
import type { ${pascal}Deps } from '../show-answer.ts'

/** A game server that answers as the test wants it to, over the real adapter, and the port that leads there. */
export async function startFakeGame() {
  const game = await startLyingGame('honest', { sId: 123 })
  const adapter = createStandardAdapter({ dialer: plainDialer(), readTimeoutMs: 1_500, cacheMs: 0 })
  const deps: ${pascal}Deps = { reach: { reach: async () => ({ ...adapter, target: game.target }) } }
  return { game, deps }
}
`,
  }
}

function plainVerb({ camel }: FeatureNames): Record<string, string> {
  return {
    'server/show-answer.ts': `import type { RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { ${camel}Ask } from '../contract/index.ts'

/** What the console knows of the line; the author puts here what the feature does. */
export function showAnswer({ place }: Pick<CallContext, 'place'>): RouteReplyGiven<typeof ${camel}Ask> {
  return { answer: place.environment ?? '' }
}
`,
  }
}

/** The verb file, its test and, for a game, the fake one. */
export function callServer(names: FeatureNames, options: FeatureOptions): Record<string, string> {
  return {
    ...(options.hasGame ? gameVerb(names) : plainVerb(names)),
    'server/show-answer.test.ts': routeTest(names, options),
  }
}

function panel({ name, camel }: FeatureNames, options: FeatureOptions): string {
  const { selected, about } = depthOf(options)
  return `import { useTexts } from '@qd/web-base'
import { Allowed, useAction, useScope, useSend } from '@qd/web-calls'
import { Panel } from '@qd/web-controls'
import { ErrorState } from '@qd/web-frame'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { ${camel}Ask } from '../contract/index.ts'

/** Asks about the selected ${about}, for those who may; says first what has to be selected (S5.01). */
export function AskPanel(): ReactNode {
  const t = useTexts('${name}')
  const { run } = useAction(${camel}Ask)
  const ask = useSend(${camel}Ask, { tag: '${name}:ask', told: 'inline' })
  const send = () => {
    const ${selected} = useScope.getState()
    ask.mutate({ body: ${selected} })
  }
  return (
    <Allowed action={${camel}Ask}>
      <Panel title={t('ask')} bodyPadding={12}>
        <Button loading={ask.isPending} onClick={() => run(send)}>
          {t('ask')}
        </Button>
        {ask.isError ? <ErrorState error={ask.error} onRetry={send} /> : null}
        {ask.data === undefined ? null : <p>{t('answer', ask.data)}</p>}
      </Panel>
    </Allowed>
  )
}
`
}

export function callWeb(names: FeatureNames, options: FeatureOptions): Record<string, string> {
  return {
    'web/ask-panel.tsx': panel(names, options),
    [`web/${names.name}-page.test.tsx`]: screenTest(names, options),
  }
}

/** Its texts in one language, by folder; none in those that are drafted. */
export function callTexts({ name }: FeatureNames, language: Language) {
  if (language !== 'cn' && language !== 'en') return null
  const { title, ask, answer } = WORDS[language](name)
  return {
    routes: { [`${name}.ask`]: title },
    permissions: { [`${name}.ask`]: title },
    web: { ask, answer },
  }
}
