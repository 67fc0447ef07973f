import { useCall } from '@qd/web-calls'
import type { ReactNode } from 'react'
import { serverMemory } from '../../../contract/index.ts'
import type { NodeMemory } from '../../../contract/index.ts'
import { sizeText } from '../../detail/model/bytes.ts'
import figures from '../../figures/figures.module.css'
import { Share } from '../../figures/share.tsx'
import { shareText } from '../../figures/shown.ts'
import { useRedisTexts } from '../../texts.ts'
import type { RedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { bodyOf } from '../parts/change.ts'
import { Facts } from '../parts/facts.tsx'
import type { Fact } from '../parts/facts.tsx'
import parts from '../parts/parts.module.css'
import { ServerPanel } from '../parts/server-panel.tsx'
import { findingsOf } from './memory-words.ts'
import styles from './memory.module.css'

interface Line {
  readonly name: string
  readonly bytes: number
}

/** Bytes of parts of a whole, one a line. */
function PartsTable(props: { title: string; lines: readonly Line[]; whole: number }): ReactNode {
  const t = useRedisTexts()
  const { title, lines, whole } = props
  return (
    <section className={figures.classes}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col" aria-label={title} />
            <th scope="col">{t('analysis.bytes')}</th>
            <th scope="col">{t('analysis.share')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, bytes }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{sizeText(bytes)}</td>
              <td>
                <Share part={bytes} whole={whole} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function factsOf(t: RedisTexts, memory: NodeMemory): Fact[] {
  const { used, peak, rss, limit, policy, keys, bytesPerKey } = memory
  const known = (bytes: number | null): string => (bytes === null ? '–' : sizeText(bytes))
  return [
    {
      label: t('server.memory.used'),
      value: sizeText(used),
      more: t('server.memory.peak', { peak: sizeText(peak), share: shareText(used, peak) }),
    },
    {
      label: t('server.memory.rss'),
      value: known(rss),
      more:
        rss === null || used === 0 ? undefined : t('server.memory.ratio', { ratio: (rss / used).toFixed(2) }),
    },
    { label: t('server.memory.limit'), value: limit === 0 ? '∞' : known(limit), more: policy },
    {
      label: t('server.memory.perKey'),
      value: sizeText(Math.round(bytesPerKey)),
      more: t('analysis.keysCount', { count: keys }),
    },
  ]
}

function Findings({ memory }: { memory: NodeMemory }): ReactNode {
  const t = useRedisTexts()
  return (
    <ul className={styles.findings} aria-label={t('server.memory.meaning')}>
      {findingsOf(memory).map(({ finding, bytes, ratio }) => (
        <li key={finding} data-finding={finding}>
          {t(`server.memory.finding.${finding}`, { size: sizeText(bytes), ratio: ratio.toFixed(2) })}
        </li>
      ))}
      {memory.isDefragmenting ? <li>{t('server.memory.defragmenting')}</li> : null}
    </ul>
  )
}

/** From what Redis asked for to what the machine gave, each one holding the one before. */
function allocatorLines(t: RedisTexts, { allocator, rss }: NodeMemory): Line[] {
  if (allocator === null) return []
  const { allocated, active, resident } = allocator
  return [
    { name: t('server.memory.allocated'), bytes: allocated },
    { name: t('server.memory.active'), bytes: active },
    { name: t('server.memory.resident'), bytes: resident },
    ...(rss === null ? [] : [{ name: t('server.memory.rss'), bytes: rss }]),
  ]
}

function databaseLines(t: RedisTexts, { databases }: NodeMemory): Line[] {
  return databases.flatMap(({ db, main, expires, slotsToKeys }) => [
    { name: `DB${db} · ${t('server.memory.main')}`, bytes: main },
    { name: `DB${db} · ${t('server.memory.expires')}`, bytes: expires },
    ...(slotsToKeys === 0 ? [] : [{ name: t('server.memory.slotsToKeys'), bytes: slotsToKeys }]),
  ])
}

function NodePart({ name, memory }: { name: string | null; memory: NodeMemory }): ReactNode {
  const t = useRedisTexts()
  const { allocator, rss, doctor } = memory
  const title = name ?? t('server.memory.title')
  const tables = databaseLines(t, memory)
  return (
    <section aria-label={name ?? undefined}>
      {name === null ? null : <h3 className={parts.heading}>{name}</h3>}
      <Facts label={title} facts={factsOf(t, memory)} />
      <Findings memory={memory} />
      <div className={styles.tables}>
        <PartsTable
          title={t('server.memory.parts')}
          whole={memory.used}
          lines={memory.parts
            .filter(({ bytes }) => bytes > 0)
            .toSorted((a, b) => b.bytes - a.bytes)
            .map(({ part, bytes }) => ({ name: t(`server.memory.part.${part}`), bytes }))}
        />
        {allocator === null ? null : (
          <PartsTable
            title={[t('server.memory.allocator'), allocator.name].filter(Boolean).join(' · ')}
            whole={Math.max(rss ?? 0, allocator.resident)}
            lines={allocatorLines(t, memory)}
          />
        )}
        {tables.length === 0 ? null : (
          <PartsTable title={t('server.memory.databases')} whole={memory.used} lines={tables} />
        )}
      </div>
      {doctor === '' ? null : (
        <>
          <h3 className={parts.heading}>{t('server.latency.doctor')}</h3>
          <pre className={parts.words}>{doctor}</pre>
        </>
      )}
    </section>
  )
}

/** What the memory of each node is made of, and what its figures mean. */
export function MemoryPage({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const query = useCall(
    serverMemory,
    { body: bodyOf(database) },
    { tag: 'redis:server.memory.title', told: 'inline', staleTimeMs: 0 },
  )
  return (
    <ServerPanel title={t('server.memory.title')} query={query}>
      {(nodes) =>
        nodes.map(({ node, data }) => (
          <NodePart key={node} name={nodes.length > 1 ? node : null} memory={data} />
        ))
      }
    </ServerPanel>
  )
}
