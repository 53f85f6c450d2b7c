/** How far each input reaches, said by a small pre-trained transformer. */
@NullMarked
package dev.leadline.lengthscale;

import org.jspecify.annotations.NullMarked;
