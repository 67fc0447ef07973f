import { formatQuantity } from '@qd/web-base'
import { BeforeAfter, Tag } from '@qd/web-controls'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { z } from '@qd/contract-kit'
import type { shownBlock } from '../../contract/index.ts'
import { useApprovalsTexts } from '../texts.ts'
import { MailBlock } from './mail-block.tsx'
import styles from './preview.module.css'
import { TotalsBlock } from './totals-block.tsx'

export type ShownBlock = z.infer<typeof shownBlock>
export type BlockOf<K extends ShownBlock['kind']> = Extract<ShownBlock, { kind: K }>

function FactsBlock({ block }: { block: BlockOf<'facts'> }): ReactNode {
  return (
    <dl className={styles.facts}>
      {block.rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function ChangesBlock({ block }: { block: BlockOf<'changes'> }): ReactNode {
  const t = useApprovalsTexts()
  return (
    <>
      <ul className={styles.changes}>
        {block.rows.map(({ what, detail, before, after, isSensitive }, index) => (
          <li key={index} data-sensitive={isSensitive === true}>
            <span className={styles.what}>
              {what}
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

function ChecksBlock({ block }: { block: BlockOf<'checks'> }): ReactNode {
  return (
    <ul className={styles.checks}>
      {block.rows.map(({ state, text, detail }) => (
        <li key={text} data-state={state}>
          {state === 'ok' ? <CircleCheck size={14} aria-hidden /> : <TriangleAlert size={14} aria-hidden />}
          <span>{text}</span>
          {detail === undefined ? null : <span className={styles.detail}>{detail}</span>}
        </li>
      ))}
    </ul>
  )
}

function SampleBlock({ block }: { block: BlockOf<'sample'> }): ReactNode {
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
            <tr key={index}>
              {row.map((cell, at) => (
                <td key={at} className={/^-?[\d,.]+$/.test(cell) ? styles.figure : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Body({ block }: { block: ShownBlock }): ReactNode {
  if (block.kind === 'facts') return <FactsBlock block={block} />
  if (block.kind === 'totals') return <TotalsBlock block={block} />
  if (block.kind === 'changes') return <ChangesBlock block={block} />
  if (block.kind === 'checks') return <ChecksBlock block={block} />
  if (block.kind === 'sample') return <SampleBlock block={block} />
  return <MailBlock block={block} />
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

/** One part of what approvers see, by its kind. */
export function PreviewBlock({ block }: { block: ShownBlock }): ReactNode {
  const t = useApprovalsTexts()
  const side = useSide(block)
  const title = t(`preview.${block.kind}`)
  return (
    <section className={styles.block} data-kind={block.kind} aria-label={title}>
      <h3 className={styles.head}>
        {title}
        <span className={styles.side}>{side}</span>
      </h3>
      <Body block={block} />
    </section>
  )
}
