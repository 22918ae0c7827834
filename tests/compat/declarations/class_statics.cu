// native only
template <class T>
struct filter {
    static texture<T, 2> source;
};
template <class T>
texture<T, 2> filter<T>::source;

template <class T>
__global__ void kernel(T* out)
{
    *out = tex2D(filter<T>::source, 1, 2);
}

void run(float* out) { kernel<float><<<1, 1>>>(out); }
