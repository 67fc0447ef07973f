import type { Scenario } from '@qd/scenario'
import { create } from 'zustand'

/** A scenario made elsewhere, until the editor takes it. */
export const useScenarioDraft = create<{ draft: Scenario | null }>()(() => ({ draft: null }))
