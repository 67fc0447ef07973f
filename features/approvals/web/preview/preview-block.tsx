import { formatQuantity } from '@qd/web-base'
import { BeforeAfter, Tag } from '@qd/web-controls'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShownBlock } from '../../contract/index.ts'
import { useApprovalsTexts } from '../texts.ts'
import { MailBlock } from './mail-block.tsx'
import { Differs } from './differs.tsx'
import type { Marks } from './differs.tsx'
import styles from './preview.module.css'
import { TotalsBlock } from './totals-block.tsx'

export type BlockOf<K extends ShownBlock['kind']> = Extract<ShownBlock, { kind: K }>

interface Of<K extends ShownBlock['kind']> {
  block: BlockOf<K>
  marks: Marks
}

function FactsBlock({ block, marks }: Of<'facts'>): ReactNode {
  return (
    <dl className={styles.facts}>
      {block.rows.map(({ label, value }, index) => (
        <div key={label} data-differs={marks.has(String(index))}>
          <dt>
            {label}
            <Differs marks={marks} of={index} />
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function ChangesBlock({ block, marks }: Of<'changes'>): ReactNode {
  const t = useApprovalsTexts()
  return (
    <>
      <ul className={styles.changes}>
        {block.rows.map(({ what, detail, before, after, isSensitive }, index) => (
          <li key={index} data-sensitive={isSensitive === true} data-differs={marks.has(String(index))}>
            <span className={styles.what}>
              {what}
              <Differs marks={marks} of={index} />
              {detail === undefined ? null : <code>{detail}</code>}
              {isSensitive === true ? <Tag tone="error">{t('preview.sensitive')}</Tag> : null}
            </span>
            <span className={styles.values}>
              <BeforeAfter {...(before === null ? {} : { before })} {...(after === null ? {} : { after })} />
            </span>
          </li>
        ))}
      </ul>
      {block.more === 0 ? null : <p className={styles.note}>{t('preview.more', { count: block.more })}</p>}
    </>
  )
}

function ChecksBlock({ block, marks }: Of<'checks'>): ReactNode {
  return (
    <ul className={styles.checks}>
      {block.rows.map(({ state, text, detail }, index) => (
        <li key={text} data-state={state} data-differs={marks.has(String(index))}>
          {state === 'ok' ? <CircleCheck size={14} aria-hidden /> : <TriangleAlert size={14} aria-hidden />}
          <span>{text}</span>
          <Differs marks={marks} of={index} />
          {detail === undefined ? null : <span className={styles.detail}>{detail}</span>}
        </li>
      ))}
    </ul>
  )
}

function SampleBlock({ block, marks }: Of<'sample'>): ReactNode {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {block.columns.map((column, at) => (
              <th key={at} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, index) => (
            <tr key={index} data-differs={marks.has(String(index))}>
              {row.map((cell, at) => (
                <td key={at} className={/^-?[\d,.]+$/.test(cell) ? styles.figure : undefined}>
                  {cell}
                  {at === 0 ? <Differs marks={marks} of={index} /> : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Body({ block, marks }: { block: ShownBlock; marks: Marks }): ReactNode {
  if (block.kind === 'facts') return <FactsBlock block={block} marks={marks} />
  if (block.kind === 'totals') return <TotalsBlock block={block} marks={marks} />
  if (block.kind === 'changes') return <ChangesBlock block={block} marks={marks} />
  if (block.kind === 'checks') return <ChecksBlock block={block} marks={marks} />
  if (block.kind === 'sample') return <SampleBlock block={block} marks={marks} />
  return <MailBlock block={block} marks={marks} />
}

function useSide(block: ShownBlock): ReactNode {
  const t = useApprovalsTexts()
  if (block.kind === 'totals' && block.perHead !== null) {
    return t('preview.perHead', { rows: formatQuantity(block.perHead) })
  }
  if (block.kind === 'changes') return formatQuantity(block.rows.length + block.more)
  if (block.kind === 'sample') {
    return t('preview.sampleOf', {
      rows: formatQuantity(block.rows.length),
      total: formatQuantity(block.total),
    })
  }
  if (block.kind !== 'checks') return null
  const warned = block.rows.filter(({ state }) => state === 'warn').length
  return (
    <>
      <span className={styles.ok}>{t('preview.passed', { count: block.rows.length - warned })}</span>
      {warned === 0 ? null : <span className={styles.warned}>{t('preview.warned', { count: warned })}</span>}
    </>
  )
}

const NONE: Marks = new Set()

/** One part of what approvers see, by its kind; `marks` names what differs from another revision. */
export function PreviewBlock({ block, marks = NONE }: { block: ShownBlock; marks?: Marks }): ReactNode {
  const t = useApprovalsTexts()
  const side = useSide(block)
  const title = t(`preview.${block.kind}`)
  return (
    <section className={styles.block} data-kind={block.kind} aria-label={title}>
      <h3 className={styles.head}>
        {title}
        <span className={styles.side}>{side}</span>
      </h3>
      <Body block={block} marks={marks} />
    </section>
  )
}
