import { formatInstant, formatQuantity, saveFile } from '@qd/web-base'
import { IconButton, SegmentedControl } from '@qd/web-controls'
import { copyAloud } from '@qd/web-frame'
import { Copy, Download } from 'lucide-react'
import { memo, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { CONSOLE_REPLY_BYTES, quoteArgument } from '../../contract/index.ts'
import type { CommandHelp, ConsoleMessage, ConsoleValue } from '../../contract/index.ts'
import { useRedisTexts } from '../texts.ts'
import type { ConsoleResult, ConsoleSession } from './console-session.ts'
import { MESSAGES_MAX } from './console-session.ts'
import styles from './console.module.css'
import { useConsole } from './consoles.ts'
import { isList, REPLY_VIEWS, replyAs, replyTable } from './model/format-reply.ts'
import type { ReplyView } from './model/format-reply.ts'

/** Rows of a table that are drawn; the other views have all. */
const ROWS_MAX = 500

function costText(ms: number): string {
  return ms < 10 ? ms.toFixed(2) : ms.toFixed(0)
}

function isCut(value: ConsoleValue): boolean {
  if ('cut' in value && value.cut !== undefined) return true
  return isList(value) && value.v.some(isCut)
}

function Table({ value }: { value: ConsoleValue }): ReactNode {
  const t = useRedisTexts()
  const table = useMemo(() => replyTable(value), [value])
  if (table === null || table.rows.length === 0) return <Text text={replyAs('text', value)} />
  const shown = table.rows.slice(0, ROWS_MAX)
  return (
    <div className={styles.scroller} tabIndex={0} role="group" aria-label={t('console.view.table')}>
      <table className={styles.table}>
        {table.columns.length === 0 ? null : (
          <thead>
            <tr>
              {table.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {shown.map((row, at) => (
            <tr key={at}>
              {row.map((text, column) => (
                <td key={column}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < table.rows.length ? (
        <p className={styles.note}>{t('console.rowsCut', { count: ROWS_MAX })}</p>
      ) : null}
    </div>
  )
}

function Text({ text }: { text: string }): ReactNode {
  return (
    <pre className={styles.text} tabIndex={text.includes('\n') ? 0 : undefined}>
      {text}
    </pre>
  )
}

function Value({ value }: { value: ConsoleValue }): ReactNode {
  const t = useRedisTexts()
  const [view, setView] = useState<ReplyView>('text')
  const text = useMemo(() => (view === 'table' ? '' : replyAs(view, value)), [view, value])
  return (
    <>
      <div className={styles.answer} data-error={value.t === 'e'}>
        {view === 'table' ? <Table value={value} /> : <Text text={text} />}
        <div className={styles.views}>
          {isList(value) || value.t === 'b' || value.t === 'v' ? (
            <SegmentedControl<ReplyView>
              label={t('console.views')}
              value={view}
              segments={REPLY_VIEWS.map((each) => ({ value: each, label: t(`console.view.${each}`) }))}
              onChange={setView}
            />
          ) : null}
          <IconButton isSmall label={t('console.copy')} onClick={() => void copyAloud(replyAs(view, value))}>
            <Copy size={13} aria-hidden />
          </IconButton>
        </div>
      </div>
      {isCut(value) ? (
        <p className={styles.note}>
          {t('console.cut', {
            limit: `${CONSOLE_REPLY_BYTES / 1024} KiB`,
            size: formatQuantity('cut' in value ? (value.cut ?? 0) : 0),
          })}
        </p>
      ) : null}
    </>
  )
}

function lineOf({ time, channel, pattern, text }: ConsoleMessage): string {
  const place = [pattern, channel].filter((each) => each !== '').map(quoteArgument)
  // A line of MONITOR is text already, and carries a time of its own.
  if (place.length === 0) return typeof text === 'string' ? text : quoteArgument(text)
  return [new Date(time).toISOString(), ...place, quoteArgument(text)].join(' ')
}

function Messages(props: { list: readonly ConsoleMessage[]; dropped: number; isLive: boolean }): ReactNode {
  const t = useRedisTexts()
  const { list, dropped, isLive } = props
  const shown = list.slice(-ROWS_MAX)
  return (
    <div className={styles.answer}>
      <ol className={styles.messages} tabIndex={0} aria-label={t('console.messages')}>
        {shown.map((message, at) => (
          <li key={list.length - shown.length + at}>
            <time>{formatInstant(message.time).slice(-8)}</time>
            {message.channel === '' ? null : <b>{quoteArgument(message.channel)}</b>}
            <span>
              {message.channel === '' ? lineOf(message) : quoteArgument(message.text)}
              {message.cut === 0 ? '' : ` … (${formatQuantity(message.cut)})`}
            </span>
          </li>
        ))}
        {list.length === 0 ? <li className={styles.quiet}>{t('console.noMessages')}</li> : null}
      </ol>
      <p className={styles.note} role="status">
        {t(isLive ? 'console.listening' : 'console.listened', { count: list.length })}
        {dropped === 0
          ? null
          : ` · ${t('console.dropped', { count: dropped, limit: formatQuantity(MESSAGES_MAX) })}`}
        {list.length === 0 ? null : (
          <IconButton
            isSmall
            label={t('console.save')}
            onClick={() => saveFile('redis-messages.txt', `${list.map(lineOf).join('\n')}\n`, 'text/plain')}
          >
            <Download size={13} aria-hidden />
          </IconButton>
        )}
      </p>
    </div>
  )
}

function Help({ help }: { help: readonly CommandHelp[] }): ReactNode {
  const t = useRedisTexts()
  if (help.length === 0) return <Text text={t('console.noHelp')} />
  return help.map(({ name, syntax, summary, group, since }) => (
    <dl key={name} className={styles.help}>
      <dt>
        {name} {syntax}
      </dt>
      {summary === '' ? null : <dd>{summary}</dd>}
      {since === '' ? null : <dd>{t('console.helpFacts', { group, since })}</dd>}
    </dl>
  ))
}

function Body({ result, isLive }: { result: ConsoleResult; isLive: boolean }): ReactNode {
  const t = useRedisTexts()
  const { body } = result
  switch (body.kind) {
    case 'running':
      return <p className={styles.note}>{t('console.waiting')}</p>
    case 'failure':
      return (
        <p role="alert" className={styles.failure}>
          {body.msg}
        </p>
      )
    case 'help':
      return <Help help={body.help} />
    case 'messages':
      return <Messages {...body} isLive={isLive} />
    default:
      return <Value value={body.value} />
  }
}

/** Which nodes of a cluster an answer is of. */
function Nodes({ nodes }: { nodes: readonly string[] }): ReactNode {
  const t = useRedisTexts()
  const [only] = nodes
  if (only === undefined) return null
  return (
    <span className={styles.cost} title={nodes.join('\n')}>
      {nodes.length === 1
        ? t('console.ofNode', { node: only })
        : t('console.ofNodes', { count: nodes.length })}
    </span>
  )
}

/** One command with what came of it. */
export const ResultCard = memo(function ResultCard(props: {
  result: ConsoleResult
  session: ConsoleSession
}): ReactNode {
  const { result, session } = props
  const isLive = useConsole(
    session,
    ({ state, results }) => state.stream !== 'none' && results.at(-1)?.n === result.n,
  )
  return (
    <article className={styles.result}>
      <div className={styles.command}>
        <span className={styles.prompt}>{result.prompt}</span>
        <code>{result.text}</code>
        <Nodes nodes={result.nodes ?? []} />
        {result.ms === 0 ? null : <span className={styles.cost}>{costText(result.ms)} ms</span>}
      </div>
      <Body result={result} isLive={isLive} />
    </article>
  )
})
