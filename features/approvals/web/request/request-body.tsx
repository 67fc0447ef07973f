import { EnvironmentTag } from '@qd/web-controls'
import { CopyButton } from '@qd/web-frame'
import { Lock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { effectWords, goTo, useKitText } from '@qd/web-base'
import type { ApprovalDetail } from '../../contract/index.ts'
import { RiskWord } from '../parts/risk-word.tsx'
import { valueText } from '../parts/value-text.ts'
import { placeText, shortHash } from '../parts/words.ts'
import { PreviewBlock } from '../preview/preview-block.tsx'
import { useApprovalsTexts } from '../texts.ts'
import styles from './request.module.css'

interface Of {
  request: ApprovalDetail
}

/** Where, how much, how heavy, whose. */
export function Facts({ request }: Of): ReactNode {
  const t = useApprovalsTexts()
  const kit = useKitText()
  const { environment, author, ticket } = request
  const rows: [string, ReactNode][] = [
    [
      t('facts.place'),
      <span key="place" className={styles.where} data-production={environment === 'production'}>
        {environment === null ? null : <EnvironmentTag environment={environment} />}
        {placeText(request, t)}
      </span>,
    ],
    [t('facts.action'), request.routeTitle],
    [t('facts.value'), valueText(request, t)],
    [
      t('facts.effects'),
      <span key="effects" data-unknown={!request.effects.isComplete}>
        {effectWords(request.effects, kit)}
      </span>,
    ],
    [t('facts.risk'), <RiskWord key="risk" risk={request.risk} />],
    [t('facts.author'), author.name],
    ...(ticket === '' ? [] : [[t('facts.ticket'), ticket] satisfies [string, ReactNode]]),
  ]
  return (
    <dl className={styles.facts}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What exactly is approved. */
export function Seal({ request }: Of): ReactNode {
  const t = useApprovalsTexts()
  const { revision, hash, isToDecide } = request
  return (
    <div className={styles.seal}>
      <Lock size={16} aria-hidden />
      <p>
        <strong>{t(isToDecide ? 'seal.title' : 'seal.plain', { revision })}</strong>
        <span>{t('seal.text', { next: revision + 1 })}</span>
      </p>
      <span className={styles.hash}>
        <code title={hash}>{shortHash(hash)}</code>
        <CopyButton text={hash} label={t('seal.copy')} />
      </span>
    </div>
  )
}

/** Other open requests on the same objects: the first that is executed makes the others fail. */
export function Conflicts({ request }: Of): ReactNode {
  const t = useApprovalsTexts()
  if (request.conflicting.length === 0) return null
  return (
    <div className={styles.conflict} role="status">
      <TriangleAlert size={15} aria-hidden />
      <span>
        {t('conflict')}{' '}
        {request.conflicting.map(({ id, number, title }) => (
          <button key={id} type="button" onClick={() => goTo(`/releaseApply?id=${encodeURIComponent(id)}`)}>
            #{number} {title}
          </button>
        ))}
      </span>
    </div>
  )
}

/** What it is based on: compared again before it is executed. */
export function Bases({ request }: Of): ReactNode {
  const t = useApprovalsTexts()
  const { bases } = request
  if (bases.length === 0) return null
  return (
    <section className={styles.bases} aria-label={t('bases.title')}>
      <h3>
        {t('bases.title')} <span>{t('bases.hint')}</span>
      </h3>
      <ul>
        {bases.map(({ key, label, version }) => (
          <li key={key}>
            <span>{label}</span>
            <code title={version}>
              {version.length > 16 ? `${version.slice(0, 6)}…${version.slice(-4)}` : version}
            </code>
          </li>
        ))}
      </ul>
    </section>
  )
}

const SIDE: ReadonlySet<string> = new Set(['totals', 'checks'])

/** The preview: what is changed or sent on the left, what it adds up to on the right. */
export function Preview({ request }: Of): ReactNode {
  const { preview } = request
  const sample = preview.filter(({ kind }) => kind === 'sample')
  const side = preview.filter(({ kind }) => SIDE.has(kind))
  const main = preview.filter(({ kind }) => kind !== 'sample' && !SIDE.has(kind))
  const list = (blocks: typeof preview) =>
    blocks.map((block, index) => <PreviewBlock key={`${block.kind}${index}`} block={block} />)
  return (
    <>
      <div className={styles.preview} data-two={main.length > 0 && side.length > 0}>
        <div>{list(main)}</div>
        <div>{list(side)}</div>
      </div>
      <div className={styles.ground} data-two={sample.length > 0 && request.bases.length > 0}>
        <div>{list(sample)}</div>
        <Bases request={request} />
      </div>
    </>
  )
}
