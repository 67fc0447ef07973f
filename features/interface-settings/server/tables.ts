export interface InterfaceSettingsTables {
  /** `value` as JSON; `at` is the last change. */
  preference: { user_id: string; key: string; value: string; at: number }
  /** `filter` as JSON; `shared` is 1 or 0. */
  filter_preset: {
    id: string
    owner_id: string
    owner_name: string
    page: string
    name: string
    filter: string
    shared: number
    at: number
  }
}

export type PresetRow = InterfaceSettingsTables['filter_preset']
