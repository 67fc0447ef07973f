import { useMay } from '@qd/web-calls'
import { toast } from '@qd/web-frame'
import { Button } from 'antd'
import { CalendarClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { scheduleFunction } from '../../contract/index.ts'
import type { FunctionEntry } from '../../contract/index.ts'
import { readUIds } from '../model/read-uids.ts'
import { useFunctionHome } from '../place/function-home.ts'
import { functionText, useFunctionTexts } from '../texts.ts'
import { openSchedule } from './schedule-dialog.tsx'
import type { FunctionRunControls } from './use-function-run.ts'

/** Makes the function run at set times, on what the page has chosen; a player in view is a list of one. */
export function ScheduleButton(props: { entry: FunctionEntry; controls: FunctionRunControls }): ReactNode {
  const t = useFunctionTexts()
  const home = useFunctionHome()
  const { entry, controls } = props
  const { draft, dryBlocker } = controls
  const { game, partnerCode, lineId, sId } = home
  const canSchedule = useMay(scheduleFunction, { game, operator: partnerCode, lineId, sId })
  if (!canSchedule || !entry.mayRun) return null
  const open = () => {
    if (dryBlocker !== null) return toast.warning(functionText(`blocker.${dryBlocker}`))
    const listed = draft.audience === 'list' ? readUIds(draft.listText).uIds : [home.uId]
    const players = entry.target === 'player' ? listed : null
    openSchedule({ entry, home, values: draft.values, players, reason: draft.reason })
  }
  return (
    <Button size="small" icon={<CalendarClock size={14} aria-hidden />} onClick={open}>
      {t('schedule.open')}
    </Button>
  )
}
