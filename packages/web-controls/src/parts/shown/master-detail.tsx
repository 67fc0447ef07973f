import { useIsMobile } from '@qd/web-base'
import type { CSSProperties, ReactNode } from 'react'
import { SegmentedControl } from '../pickers/segmented-control.tsx'
import styles from './master-detail.module.css'

type Part = 'list' | 'detail'

interface MasterDetailProps {
  /** What the two parts are together. */
  label: string
  listLabel: string
  /** Name of the chosen record; null: none. */
  detailLabel: string | null
  /** Which of them is in view where only one has room. */
  part: Part
  onPart: (part: Part) => void
  list: ReactNode
  detail: ReactNode
  listWidth: number
}

/** A list with its chosen record beside it; on a narrow screen one of them at a time, with both kept as they are. */
export function MasterDetail(props: MasterDetailProps): ReactNode {
  const { detailLabel, part, list, detail } = props
  const isMobile = useIsMobile()
  const width = { '--list-width': `${props.listWidth}px` } as CSSProperties
  if (!isMobile) {
    return (
      <div className={styles.wide} style={width}>
        {list}
        {detail}
      </div>
    )
  }
  const shown = detailLabel === null ? 'list' : part
  return (
    <div className={styles.narrow}>
      <SegmentedControl<Part>
        label={props.label}
        value={shown}
        segments={[
          { value: 'list', label: props.listLabel },
          { value: 'detail', label: detailLabel ?? '–', disabled: detailLabel === null },
        ]}
        onChange={props.onPart}
        isBlock
      />
      {/* Hidden and not unmounted: what was begun in one part is still there after a look at the other. */}
      <div className={styles.part} hidden={shown !== 'list'}>
        {list}
      </div>
      <div className={styles.part} hidden={shown !== 'detail'}>
        {detail}
      </div>
    </div>
  )
}
