/** Objects of a list that was read from the store: what came, what was looked at, and what the list has. */
export interface StoreList {
  fetched: number;
  evaluated: number;
  returned: number;
}

/** Hears of each, with its resource type: `deployments.apps`. */
export type StoreListObserver = (resource: string, list: StoreList) => void;
