import type { RouteReply } from '@qd/contract-kit'
import { textOf } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { LoadingRows } from '@qd/web-controls'
import { EmptyState, ErrorState, openDialog } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { approvalCompare } from '../../contract/index.ts'
import { useApprovalsTexts } from '../texts.ts'
import { ComparePreviews } from './compare-previews.tsx'
import styles from './compare.module.css'

interface Asked {
  id: string
  left: number
  right: number
}

type Compared = RouteReply<typeof approvalCompare>

/** Values of the call by their paths. */
function Values({ data, left, right }: { data: Compared; left: number; right: number }): ReactNode {
  const t = useApprovalsTexts()
  return (
    <>
      <h3 className={styles.part}>{t('compare.input')}</h3>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('compare.field')}</th>
            <th scope="col">{t('request.revision', { revision: left })}</th>
            <th scope="col">{t('request.revision', { revision: right })}</th>
          </tr>
        </thead>
        <tbody>
          {data.input.map((each) => (
            <tr key={each.path}>
              <th scope="row">{each.path}</th>
              <td>{each.left === null ? '–' : <del>{each.left}</del>}</td>
              <td>{each.right === null ? '–' : <ins>{each.right}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Compare({ id, left, right }: Asked): ReactNode {
  const t = useApprovalsTexts()
  const { data, error, refetch } = useCall(
    approvalCompare,
    { body: { id, left, right } },
    { tag: 'approvals:compare.title', told: 'inline' },
  )
  if (data === undefined) {
    return error === null ? (
      <LoadingRows rows={4} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  }
  const isSame =
    data.input.length === 0 && JSON.stringify(data.left.preview) === JSON.stringify(data.right.preview)
  if (isSame) return <EmptyState title={t('compare.same')} hint={t('compare.sameHint')} />
  return (
    <div
      className={styles.scroll}
      tabIndex={0}
      role="group"
      aria-label={textOf('approvals', 'compare.title', { left, right })}
    >
      <ComparePreviews left={data.left} right={data.right} />
      {data.input.length === 0 ? null : <Values data={data} left={left} right={right} />}
      {data.more === 0 ? null : <p className={styles.more}>{t('preview.more', { count: data.more })}</p>}
    </div>
  )
}

/** Two revisions side by side: what approvers see of them, and every value of the call that differs. */
export function openCompare(id: string, left: number, right: number): void {
  openDialog(() => <Compare id={id} left={left} right={right} />, {
    title: textOf('approvals', 'compare.title', { left, right }),
    width: 1080,
  })
}
