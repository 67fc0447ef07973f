import { SegmentedControl } from '@qd/web-controls'
import { Button } from 'antd'
import { Scissors } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../../texts.ts'
import { RowsBody } from '../rows/rows-body.tsx'
import type { RowsBodyProps } from '../rows/rows-body.tsx'
import styles from '../rows/rows.module.css'
import { StreamGroups } from './stream-groups.tsx'
import { openTrim } from './stream-edits.tsx'

/** A stream: its entries, or who reads them in groups. */
export function StreamBody(props: RowsBodyProps): ReactNode {
  const { place, canEdit } = props
  const t = useRedisTexts()
  const [as, setAs] = useState<'entries' | 'groups'>('entries')
  const chooser = (
    <span className={styles.chooser}>
      <SegmentedControl<'entries' | 'groups'>
        label={t('detail.streamAs')}
        value={as}
        segments={[
          { value: 'entries', label: t('detail.entries') },
          { value: 'groups', label: t('detail.groups') },
        ]}
        onChange={setAs}
      />
    </span>
  )
  if (as === 'entries') {
    return (
      <RowsBody
        {...props}
        facts={
          <>
            {chooser}
            {props.facts}
          </>
        }
        actions={
          canEdit ? (
            <Button size="small" icon={<Scissors size={13} aria-hidden />} onClick={() => openTrim(place)}>
              {t('detail.trim')}
            </Button>
          ) : null
        }
      />
    )
  }
  return (
    <div className={styles.body}>
      <div className={styles.bar}>
        {chooser}
        {props.facts}
      </div>
      <StreamGroups place={place} canEdit={canEdit} />
    </div>
  )
}
