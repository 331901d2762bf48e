// One text per value: sorted keys, without members that have no value.
const ordered = (value) => {
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return [...value].map(ordered);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.keys(value).filter((key) => value[key] !== null && value[key] !== undefined);
  return Object.fromEntries(kept.sort().map((key) => [key, ordered(value[key])]));
};

export const canonical = (value) => JSON.stringify(ordered(value ?? null));
