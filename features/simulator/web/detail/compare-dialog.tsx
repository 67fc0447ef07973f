import type { ProtoSchema } from '@qd/proto-wire'
import { Banner, LoadingRows } from '@qd/web-controls'
import { EmptyState, ErrorState, openDialog } from '@qd/web-frame'
import { Button } from 'antd'
import { GitCompareArrows } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { patchConnection } from '../connections/connection-store.ts'
import type { Connection } from '../connections/connection-store.ts'
import { simulatorText, useSimulatorTexts } from '../texts.ts'
import { comparedValues } from './compared-values.ts'
import type { ComparedValue } from './compared-values.ts'
import { decodeFrame } from './decode-frame.ts'
import styles from './detail.module.css'
import { useFrame } from './frame-bytes.ts'

function Value({ text, kind }: { text: string | null; kind: 'before' | 'after' }): ReactNode {
  return text === null ? <td className={styles.absent}>–</td> : <td data-kind={kind}>{text}</td>
}

function Differences({ values }: { values: readonly ComparedValue[] }): ReactNode {
  const t = useSimulatorTexts()
  if (values.length === 0) return <EmptyState title={t('page.compare.same')} />
  return (
    <table className={styles.compare}>
      <thead>
        <tr>
          <th scope="col">{t('page.compare.field')}</th>
          <th scope="col">{t('page.compare.first')}</th>
          <th scope="col">{t('page.compare.second')}</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row">{path}</th>
            <Value text={before} kind="before" />
            <Value text={after} kind="after" />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Two frames value by value: what differs, and what only one of them has. */
function CompareFrames(props: {
  connection: string
  layout: unknown
  schema: ProtoSchema | null
  first: number
  second: number
}): ReactNode {
  const { connection, layout, schema } = props
  const first = useFrame(connection, props.first)
  const second = useFrame(connection, props.second)
  const values = useMemo(() => {
    if (first.state !== 'ready' || second.state !== 'ready') return null
    const [one, two] = [first, second].map(({ read }) => decodeFrame(read.frame, read.bytes, layout, schema))
    return one === undefined || two === undefined ? null : comparedValues(one.nodes, two.nodes)
  }, [first, second, layout, schema])
  const failed = [first, second].find((frame) => frame.state === 'failed')
  if (failed !== undefined) return <ErrorState error={failed.error} />
  return values === null ? <LoadingRows rows={6} /> : <Differences values={values} />
}

/** While a frame is marked for comparison: compares it with the one chosen now. */
export function CompareButton({
  connection,
  schema,
}: {
  connection: Connection
  schema: ProtoSchema | null
}) {
  const t = useSimulatorTexts()
  const { key, comparedWith, selected, view } = connection
  if (comparedWith === null || selected === null) return null
  const open = (): void => {
    openDialog(
      () => (
        <CompareFrames
          connection={key}
          layout={view?.layout}
          schema={schema}
          first={comparedWith}
          second={selected}
        />
      ),
      { title: simulatorText('page.compare.title', { first: comparedWith, second: selected }), width: 760 },
    )
  }
  return (
    <Banner
      tone="info"
      icon={<GitCompareArrows size={15} aria-hidden />}
      action={
        <>
          <Button size="small" disabled={comparedWith === selected} onClick={open}>
            {t('page.compare.open')}
          </Button>
          <Button size="small" type="text" onClick={() => patchConnection(key, { comparedWith: null })}>
            {t('page.compare.cancel')}
          </Button>
        </>
      }
    >
      {t(comparedWith === selected ? 'page.compare.choose' : 'page.compare.marked', { number: comparedWith })}
    </Banner>
  )
}
