import { formatQuantity } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { Item, ItemList, Tag } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { ADVICE_RULES, serverAdvice } from '../../../contract/index.ts'
import { sizeText } from '../../detail/model/bytes.ts'
import { useRedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { bodyOf } from '../parts/change.ts'
import styles from '../parts/parts.module.css'
import { ServerPanel } from '../parts/server-panel.tsx'

const TONES = { error: 'error', warn: 'warn', info: 'neutral' } as const
/** Figures of memory rules are bytes. */
const BYTES = new Set(['used', 'system', 'bytes'])
const BYTE_RULES = new Set(['nearMaxmemory', 'noEviction'])

/** Figures as a reader takes them: sizes with their unit, large numbers grouped. */
function shownFigures(rule: string, figures: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, text]) => {
      const value = Number(text)
      if (text === '' || !Number.isFinite(value)) return [name, text]
      if (BYTES.has(name) || (name === 'max' && BYTE_RULES.has(rule))) return [name, sizeText(value)]
      return [name, Number.isInteger(value) ? formatQuantity(value) : text]
    }),
  )
}

/** What rules over INFO, CONFIG and the slow log find, with their figures and what to do. */
export function AdvicePage({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const query = useCall(
    serverAdvice,
    { body: bodyOf(database) },
    { tag: 'redis:server.advice.title', told: 'inline', staleTimeMs: 0 },
  )
  return (
    <ServerPanel title={t('server.advice.title')} query={query}>
      {(nodes) => {
        const findings = nodes.flatMap(({ node, data }) => data.findings.map((each) => ({ ...each, node })))
        const unknown = [...new Set(nodes.flatMap(({ data }) => data.unknown))]
        const list = unknown.map((rule) => t(`server.advice.rule.${rule}.name`)).join(', ')
        const count = ADVICE_RULES.length - unknown.length
        return (
          <>
            {findings.length > 0 ? null : (
              <EmptyState title={t('server.advice.none')} hint={t('server.advice.noneHint', { count })} />
            )}
            <ItemList>
              {findings.map(({ node, rule, weight, figures }) => (
                <Item
                  key={`${node} ${rule}`}
                  icon={<Tag tone={TONES[weight]}>{t(`server.advice.weight.${weight}`)}</Tag>}
                  title={t(`server.advice.rule.${rule}.name`)}
                >
                  <span>{t(`server.advice.rule.${rule}.found`, shownFigures(rule, figures))}</span>
                  {nodes.length > 1 ? <span className="qd-mono">{node}</span> : null}
                </Item>
              ))}
            </ItemList>
            {list === '' ? null : <p className={styles.note}>{t('server.advice.unknown', { list })}</p>}
          </>
        )
      }}
    </ServerPanel>
  )
}
