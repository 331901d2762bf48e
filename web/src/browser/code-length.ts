/** Digits of a code (specification, section 9). */
export const CODE_LENGTH = 4;
