/**
 * Digits of a code (specification 1, section 9). It stands here because the boxes, which the server draws too, and the
 * reading without WebAssembly both need it; the test of that reading holds it against the vectors of the core.
 */
export const CODE_LENGTH = 4;
